import type { Database, Transaction } from '#server/db/open.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import type { Log } from '#server/log.ts'
import type { User } from '#server/accounts/users.ts'
import { isOverSince } from '#server/rules/sharing/trash.ts'
import { Problem } from '#server/rules/problems.ts'

type Deps = { database: Database; jobs: Jobs; clock: () => number; log: Log }
/** What can be in a trash: tables whose rows have `binned_at`. */
type Table = 'share' | 'room' | 'item'
type Of = { table: Table; erase: (guid: string) => Promise<void>; message: string }

const batchSize = 1000

type Move = {
  table: 'share' | 'room'
  guid: string
  /** Where it has to be: in the trash with days left, or not in the trash. */
  from: 'inside' | 'outside'
  binnedAt: number | null
  now: number
}

/**
 * Moves something of the actor's own to the trash, out of it, or to its end there. One conditional update: of two at
 * once only one moves it. Throws notFound for what is not the actor's, and for what is elsewhere.
 */
export async function moveOwn(
  tx: Transaction,
  actor: User,
  { table, guid, from, ...to }: Move,
): Promise<void> {
  const moved = await tx
    // The columns used are the same in both tables.
    .updateTable(table as 'share')
    .set((row) => ({ binned_at: to.binnedAt, revision: row('revision', '+', 1) }))
    .where('guid', '=', guid)
    .where('owner_guid', '=', actor.guid)
    .$if(from === 'outside', (row) => row.where('binned_at', 'is', null))
    .$if(from === 'inside', (row) => row.where('binned_at', '>', isOverSince(to.now)))
    .returning('guid')
    .executeTakeFirst()
  if (!moved) throw new Problem('notFound')
}

/** Permanently erases what is in the trash, for one kind: when its 30 days are over, and immediately on request. */
export class TrashClearing {
  readonly #deps: Deps
  readonly #of: Of

  constructor(deps: Deps, of: Of) {
    this.#deps = deps
    this.#of = of
    deps.jobs.handle(this.#kind, (job) => this.#erase(job[of.table] ?? ''))
  }

  /** Has one erased whose time is over. */
  async add(tx: Transaction, guid: string): Promise<void> {
    await this.#deps.jobs.add(tx, this.#kind, { [this.#of.table]: guid })
  }

  /** Has everything erased whose 30 days are over, and returns how many that is; called once a day. */
  async sweep(): Promise<number> {
    const due = await this.#due().orderBy('binned_at').limit(batchSize).execute()
    const addAll = async (tx: Transaction) => {
      for (const { guid } of due) await this.add(tx, guid)
    }
    if (due.length > 0) await this.#deps.database.transaction(addAll)
    return due.length
  }

  /** One whose time is not over, or that is already gone, is left alone. */
  async #erase(guid: string): Promise<void> {
    if (!(await this.#due().where('guid', '=', guid).executeTakeFirst())) return
    await this.#of.erase(guid)
    this.#deps.log.info({ [this.#of.table]: guid }, this.#of.message)
  }

  #due() {
    const { database, clock } = this.#deps
    return (
      database.kysely
        // The columns used are the same in each of the tables.
        .selectFrom(this.#of.table as 'share')
        .select('guid')
        .where('binned_at', 'is not', null)
        .where('binned_at', '<=', isOverSince(clock()))
    )
  }

  get #kind(): string {
    return `erase-${this.#of.table}`
  }
}
