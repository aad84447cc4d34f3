import { sql } from 'kysely'
import type { Database, Transaction } from '#server/db/open.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import type { Log } from '#server/log.ts'
import { eraseRoom } from '#server/rooms/life/erase-room.ts'
import { closedKept } from '#server/rules/accounts/closing.ts'
import { eraseShare } from '#server/shares/trash/erase-share.ts'
import type { Vault } from '#server/storage/vault.ts'
import type { Events } from '#server/events/events.ts'
import { removeFile, removeSomePages } from '#server/uploads/remove-file.ts'
import { eraseTraces } from './address-traces.ts'
import { erasedTables, type ErasedTable } from './erased-tables.ts'

type Deps = {
  database: Database
  vault: Vault
  events: Events
  jobs: Jobs
  clock: () => number
  log: Log
  /** Takes back what others gave to the account, before its rows are gone. */
  takeBack?: (tx: Transaction, userGuid: string) => Promise<void>
}

const kind = 'erase-account'
/** Shares, rooms or files of one step: between steps other jobs, and the end of the process, get their turn. */
const batchSize = 50
const maxAccounts = 1000

/**
 * Erases accounts that can no longer be reopened: their shares and recipients, their data rooms, the events of both,
 * the files with their pages, links and sessions, and the account. What others shared with the address is theirs and
 * stays, and so does what it did in their data rooms. Every transaction is small and leaves rows and objects
 * consistent, so that it continues wherever it was interrupted.
 */
export class Erasing {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
    deps.jobs.handle(kind, ({ user = '' }) => this.#goOn(user))
  }

  /** Queues every account that is due for erasure, and returns how many that is; called once a day. */
  async sweep(): Promise<number> {
    const { database, jobs } = this.#deps
    const due = await this.#due().orderBy('closed_at').limit(maxAccounts).execute()
    const waiting = await database.kysely
      .selectFrom('job')
      .select('payload')
      .where('kind', '=', kind)
      .where('failed_at', 'is', null)
      .execute()
    const isWaiting = new Set(waiting.map(({ payload }) => (JSON.parse(payload) as { user: string }).user))
    await database.transaction(async (tx) => {
      for (const { guid } of due) if (!isWaiting.has(guid)) await jobs.add(tx, kind, { user: guid })
    })
    return due.length
  }

  /** Erases some of an account's data; returns whether more is left. One that is not due is left alone. */
  async step(userGuid: string): Promise<boolean> {
    const { log } = this.#deps
    if (!(await this.#due().where('guid', '=', userGuid).executeTakeFirst())) return false
    for (const table of erasedTables) {
      if ((await this.#eraseSome(table, userGuid)) > 0) return true
    }
    if (await this.#eraseAccount(userGuid)) log.info({ account: userGuid }, 'A closed account was erased')
    return false
  }

  /** Erases what is kept about an address besides accounts, on the request of the person whose it is. */
  async forget(address: string): Promise<void> {
    await this.#deps.database.transaction((tx) => eraseTraces(tx, [address]))
  }

  async #goOn(userGuid: string): Promise<void> {
    const { database, jobs } = this.#deps
    if (await this.step(userGuid)) await database.transaction((tx) => jobs.add(tx, kind, { user: userGuid }))
  }

  #due() {
    const { database, clock } = this.#deps
    return database.kysely
      .selectFrom('user')
      .select('guid')
      .where('closed_at', 'is not', null)
      .where('closed_at', '<=', clock() - closedKept)
      .where('status', '=', 'Suspended')
  }

  async #eraseSome({ table, column, fate }: ErasedTable, userGuid: string): Promise<number> {
    const { kysely } = this.#deps.database
    if (fate === 'removed' || fate === 'kept without the name') {
      const [name, owner] = [sql.table(table), sql.ref(column)]
      const rows =
        fate === 'removed'
          ? await sql`delete from ${name} where ${owner} = ${userGuid}`.execute(kysely)
          : await sql`update ${name} set ${owner} = null where ${owner} = ${userGuid}`.execute(kysely)
      return Number(rows.numAffectedRows ?? 0)
    }
    const { rows } = await sql<{ guid: string }>`
      select guid from ${sql.table(table)} where ${sql.ref(column)} = ${userGuid} limit ${batchSize}`.execute(
      kysely,
    )
    for (const { guid } of rows) {
      if (fate === 'share by share') await eraseShare(this.#deps, guid)
      else if (fate === 'room by room') await eraseRoom(this.#deps, guid)
      else await this.#eraseFile(guid)
    }
    return rows.length
  }

  async #eraseFile(guid: string): Promise<void> {
    const { database, vault } = this.#deps
    while (await database.transaction((tx) => removeSomePages(tx, vault, guid)));
    await database.transaction((tx) => removeFile(tx, vault, guid))
  }

  /** Sessions and links are removed with its row; the address is available again. */
  async #eraseAccount(userGuid: string): Promise<boolean> {
    const { database, events, clock, takeBack } = this.#deps
    await events.shorten(userGuid)
    return database.transaction(async (tx) => {
      await takeBack?.(tx, userGuid)
      const further = await tx
        .selectFrom('address')
        .select('email')
        .where('user_guid', '=', userGuid)
        .where('confirmed_at', 'is not', null)
        .execute()
      const row = await tx
        .deleteFrom('user')
        .where('guid', '=', userGuid)
        .where('status', '=', 'Suspended')
        .where('closed_at', '<=', clock() - closedKept)
        .returning('email')
        .executeTakeFirst()
      if (!row) return false
      await eraseTraces(tx, [row.email, ...further.map(({ email }) => email)])
      await events.erase(tx, userGuid)
      await events.record(tx, { subject: userGuid, kind: 'AccountErased', client: null, facts: row })
      return true
    })
  }
}
