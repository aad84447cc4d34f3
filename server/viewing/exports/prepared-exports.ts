import type { Selectable } from 'kysely'
import type { Identity } from '#server/accounts/identity.ts'
import { userColumns, userOf, type User } from '#server/accounts/users.ts'
import { newGuid, type Database } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import type { ByteSource } from '#server/http/bytes/bytes.ts'
import { csvOf, type TableFormat } from '#server/http/tables/table.ts'
import { workbookOf } from '#server/http/tables/workbook.ts'
import { FinalFailure, type Jobs } from '#server/jobs/queue.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { exportKept, subjectOf } from '#server/rules/product/exported-lists.ts'
import { Problem } from '#server/rules/problems.ts'
import type { Vault } from '#server/storage/vault.ts'
import type { ExportRequest } from './list-request.ts'
import type { Exportable } from './exportable.ts'
import type { ExportedLists } from './exported-lists.ts'
import { exportReadyEmail } from './ready-email.ts'

type Deps = {
  database: Database
  vault: Vault
  jobs: Jobs
  mailer: Mailer
  rates: RateLimits
  publicUrl: URL
  clock: () => number
  lists: ExportedLists
}

export type PreparedRow = Selectable<Schema['prepared_export']>
export type PreparedState = 'processing' | 'ready' | 'failed'

/** A file that was prepared, to be sent. */
export type OpenedExport = { source: ByteSource; etag: string; name: string; format: TableFormat }

const kind = 'export'

const perHour = { count: 20, per: 3_600_000 }
const longWait = 60_000
const batchSize = 100

/**
 * Lists that are too long to be written while someone waits: a job writes them into a sealed object, which is kept for
 * three days. Only who asked for one gets it, and only while they may have the list.
 */
export class PreparedExports {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
    deps.jobs.handle(kind, (payload) => this.#make(payload['export']!), {
      onFailed: (payload) => this.#giveUp(payload['export']!),
    })
  }

  /** Has a list prepared, and answers by what guid it is found. Throws as `ExportedLists.find`, and tooManyAttempts. */
  async begin(user: User, request: ExportRequest): Promise<string> {
    const { database, rates, jobs, clock, lists } = this.#deps
    const { name } = await lists.find(identityOf(user), request)
    await rates.require(`prepared|${user.guid}`, perHour)
    const { list, of, filter, format } = request
    const subject = subjectOf(list)
    const guid = newGuid()
    await database.transaction(async (tx) => {
      await tx
        .insertInto('prepared_export')
        .values({
          guid,
          user_guid: user.guid,
          share_guid: subject === 'share' ? of : null,
          room_guid: subject === 'room' ? of : null,
          list,
          filter: JSON.stringify(filter),
          format,
          name,
          created_at: clock(),
        })
        .execute()
      await jobs.add(tx, kind, { export: guid }, { isOnce: true })
    })
    return guid
  }

  /** Throws notFound for anyone else's, and for one that is no longer kept, and as `ExportedLists.find`. */
  async find(user: User, guid: string): Promise<{ row: PreparedRow; state: PreparedState }> {
    const { database, clock, lists } = this.#deps
    const row = await database.kysely
      .selectFrom('prepared_export')
      .selectAll()
      .where('guid', '=', guid)
      .where('user_guid', '=', user.guid)
      .where('created_at', '>=', clock() - exportKept)
      .executeTakeFirst()
    if (!row) throw new Problem('notFound')
    await lists.find(identityOf(user), requestIn(row))
    return { row, state: row.ready_at !== null ? 'ready' : row.failed_at !== null ? 'failed' : 'processing' }
  }

  /**
   * The file of what `find` answered for them just now, which is on the record as exported unless it is only looked at.
   * Throws notFound until it is ready.
   */
  async open(user: User, row: PreparedRow, { isLook }: { isLook: boolean }): Promise<OpenedExport> {
    const { vault, lists } = this.#deps
    if (row.object_guid === null) throw new Problem('notFound')
    const source = await vault.open(row.object_guid)
    if (!isLook) await lists.record(identityOf(user), requestIn(row))
    const { name, format } = row
    return { source, etag: `"${row.object_guid}"`, name: `${name}.${format}`, format }
  }

  /** Removes what was prepared three days ago, and returns how many. */
  async sweep(): Promise<number> {
    const { database, vault, clock } = this.#deps
    for (let removed = 0; ;) {
      const old = await database.kysely
        .selectFrom('prepared_export')
        .select(['guid', 'object_guid'])
        .where('created_at', '<', clock() - exportKept)
        .limit(batchSize)
        .execute()
      for (const { guid, object_guid: object } of old)
        await database.transaction(async (tx) => {
          await tx.deleteFrom('prepared_export').where('guid', '=', guid).execute()
          if (object !== null) await vault.remove(object, tx)
        })
      removed += old.length
      if (old.length < batchSize) return removed
    }
  }

  async #make(guid: string): Promise<void> {
    const { database, vault, clock } = this.#deps
    const row = await database.kysely
      .selectFrom('prepared_export')
      .selectAll()
      .where('guid', '=', guid)
      .where('ready_at', 'is', null)
      .executeTakeFirst()
    const user = row && (await this.#owner(row))
    if (!user) return
    const sealed = await this.#written(await this.#listFor(user, row), row.format)
    await database.transaction(async (tx) => {
      await vault.record(tx, sealed)
      const kept = await tx
        .updateTable('prepared_export')
        .set({ ready_at: clock(), object_guid: sealed.guid, size: sealed.size })
        .where('guid', '=', guid)
        .where('ready_at', 'is', null)
        .returning('guid')
        .executeTakeFirst()
      if (kept) return this.#tell(tx, user, row)
      // Another process was faster, or it was removed meanwhile.
      await vault.remove(sealed.guid, tx)
    })
  }

  /** Whoever may no longer have the list gets no more attempts. */
  async #listFor(user: User, row: PreparedRow): Promise<Exportable> {
    try {
      return await this.#deps.lists.find(identityOf(user), requestIn(row))
    } catch (error) {
      if (error instanceof Problem && error.http < 500) throw new FinalFailure(error.problem)
      throw error
    }
  }

  async #written({ tables }: Exportable, format: TableFormat) {
    const writer = await this.#deps.vault.create()
    try {
      for await (const chunk of format === 'xlsx' ? workbookOf(tables) : csvOf(tables[0])) {
        const room = writer.write(chunk)
        if (room !== true) await room
      }
      return await writer.finish()
    } catch (error) {
      await writer.abort()
      throw error
    }
  }

  async #owner({ user_guid: guid }: PreparedRow): Promise<User | null> {
    const user = await this.#deps.database.kysely
      .selectFrom('user')
      .select(userColumns)
      .where('guid', '=', guid)
      .where('status', '=', 'Active')
      .executeTakeFirst()
    return user ? userOf(user) : null
  }

  async #giveUp(guid: string): Promise<void> {
    const { database, clock } = this.#deps
    await database.kysely
      .updateTable('prepared_export')
      .set({ failed_at: clock() })
      .where('guid', '=', guid)
      .where('ready_at', 'is', null)
      .execute()
  }

  async #tell(tx: Parameters<Mailer['enqueue']>[0], { email }: User, row: PreparedRow): Promise<void> {
    const { clock, mailer, publicUrl } = this.#deps
    if (clock() - row.created_at <= longWait) return
    await mailer.enqueue(tx, exportReadyEmail(email, new URL(`/exports/${row.guid}`, publicUrl).href))
  }
}

/** Signed in, and with nothing that only a browser has. */
function identityOf(user: User): Identity {
  return { user, readerEmail: null, browserId: `export|${user.guid}` }
}

function requestIn({ list, filter, format, share_guid: share, room_guid: room }: PreparedRow): ExportRequest {
  return { list, of: share ?? room, filter: JSON.parse(filter) as ExportRequest['filter'], format }
}
