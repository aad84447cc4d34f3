import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Database } from '#server/db/open.ts'
import { prepared, type Slots } from '#server/db/prepared.ts'
import type { JobTable } from '#server/db/tables/operator/machinery-tables.ts'

/** How long a claimed job belongs to one instance, unless it is renewed; milliseconds. */
export const leaseTime = 20_000

/** A clock this much behind was set back; milliseconds. The clocks of several machines differ by less. */
export const smallestJump = 60_000

export type Job = Selectable<JobTable>
export type Due = { kind: string; nextAt: number }

/** One index lookup for each kind: counting together would read every waiting job. */
const nextOfEach = prepared((kysely, { now, ...kinds }: Slots<Record<string, string | number>>) => {
  const [first, ...others] = Object.values(kinds).map((kind) =>
    kysely
      .selectFrom('job')
      .select((job) => [
        sql<string>`cast(${kind} as text)`.as('kind'),
        job.fn.min<number | null>('run_at').as('nextAt'),
      ])
      .where('kind', '=', kind as RawBuilder<string>)
      .where('failed_at', 'is', null)
      .where((job) =>
        job.or([job('leased_until', 'is', null), job('leased_until', '<=', now as RawBuilder<number>)]),
      ),
  )
  return others.reduce((all, next) => all.unionAll(next), first!)
})

/** The rows of the `job` table, as one instance (`leasedBy`) claims and settles them. */
export class JobRows {
  #database: Database
  #leasedBy: string

  constructor(database: Database, leasedBy: string) {
    this.#database = database
    this.#leasedBy = leasedBy
  }

  /** Frees what dead processes had claimed; only for a database that one process at a time can open. */
  async release(running: readonly string[]): Promise<void> {
    await this.#database.kysely
      .updateTable('job')
      .set({ leased_until: null, leased_by: null })
      .where('leased_until', 'is not', null)
      .$if(running.length > 0, (query) => query.where('guid', 'not in', running))
      .execute()
  }

  /**
   * Corrects what a clock that was set back has left in the future: jobs added there are due now, and no lease is
   * longer than the maximum.
   */
  async pullBack(now: number): Promise<void> {
    const { kysely } = this.#database
    await kysely
      .updateTable('job')
      .set({ run_at: now, created_at: now })
      .where('created_at', '>', now + smallestJump)
      .execute()
    await kysely
      .updateTable('job')
      .set({ leased_until: now + leaseTime })
      .where('leased_until', '>', now + leaseTime + smallestJump)
      .execute()
  }

  /** When the next job of each kind can be claimed; kinds without a waiting job are left out. */
  async due(kinds: readonly string[], now: number): Promise<Due[]> {
    if (kinds.length === 0) return []
    const names = Object.fromEntries(kinds.map((kind, index) => [`kind${index}`, kind]))
    const rows = await nextOfEach(this.#database.kysely, { ...names, now })
    return rows.flatMap(({ kind, nextAt }) => (nextAt === null ? [] : [{ kind, nextAt }]))
  }

  /** How many jobs of each kind are due and waiting, and since when. */
  async waiting(now: number): Promise<{ kind: string; count: number; since: number }[]> {
    const rows = await this.#database.kysely
      .selectFrom('job')
      .select((job) => [
        'kind',
        job.fn.countAll<number | string | bigint>().as('count'),
        job.fn.min('run_at').as('since'),
      ])
      .where('failed_at', 'is', null)
      .where('run_at', '<=', now)
      .where((job) => job.or([job('leased_until', 'is', null), job('leased_until', '<=', now)]))
      .groupBy('kind')
      .execute()
    return rows.map(({ kind, count, since }) => ({ kind, count: Number(count), since: Number(since) }))
  }

  /**
   * Claims up to `count` due jobs, in one statement, so that no two instances get the same one. A job whose lease has
   * ended was left by a dead process; `running` are this instance's own, which it is still working on.
   */
  async claim(kind: string, count: number, now: number, running: readonly string[]): Promise<Job[]> {
    const isFree = this.#database.kysely
      .selectFrom('job')
      .select('guid')
      .where('kind', '=', kind)
      .where('failed_at', 'is', null)
      .where('run_at', '<=', now)
      .where((job) => job.or([job('leased_until', 'is', null), job('leased_until', '<=', now)]))
      .$if(running.length > 0, (query) => query.where('guid', 'not in', running))
      .orderBy('run_at')
      .limit(count)
      .$if(this.#database.kind === 'postgres', (query) => query.forUpdate().skipLocked())
    return await this.#database.kysely
      // Materialized: a plan that ran the subquery again would claim more than `count`.
      .with(
        (free) => free('free').materialized(),
        () => isFree,
      )
      .updateTable('job')
      .set((job) => ({
        leased_until: now + leaseTime,
        leased_by: this.#leasedBy,
        tries: job('tries', '+', 1),
      }))
      .where('guid', 'in', (free) => free.selectFrom('free').select('guid'))
      .returningAll()
      .execute()
  }

  /** Claims one job for this instance, to settle it without running it; null if it runs, or is gone. */
  async take(guid: string, now: number): Promise<Job | null> {
    const row = await this.#database.kysely
      .updateTable('job')
      .set({ leased_until: now + leaseTime, leased_by: this.#leasedBy })
      .where('guid', '=', guid)
      .where((job) => job.or([job('leased_until', 'is', null), job('leased_until', '<=', now)]))
      .returningAll()
      .executeTakeFirst()
    return row ?? null
  }

  async nextTry(kinds: readonly string[], payload: string): Promise<number | null> {
    const { at } = await this.#database.kysely
      .selectFrom('job')
      .select(({ fn }) => fn.min<number | null>('run_at').as('at'))
      .where('kind', 'in', kinds)
      .where('payload', '=', payload)
      // As the index of these jobs says it.
      .where(sql<boolean>`${sql.ref('tries')} > 0`)
      .where('failed_at', 'is', null)
      .where('leased_by', 'is', null)
      .executeTakeFirstOrThrow()
    return at
  }

  async renew(guids: readonly string[], now: number): Promise<void> {
    await this.#database.kysely
      .updateTable('job')
      .set({ leased_until: now + leaseTime })
      .where('leased_by', '=', this.#leasedBy)
      .where('guid', 'in', guids)
      .execute()
  }

  async finish(guid: string): Promise<void> {
    await this.#database.kysely
      .deleteFrom('job')
      .where('guid', '=', guid)
      .where('leased_by', '=', this.#leasedBy)
      .execute()
  }

  async retry(guid: string, runAt: number, error: string): Promise<void> {
    await this.#settle(guid, { run_at: runAt, error })
  }

  async fail(guid: string, failedAt: number, error: string): Promise<void> {
    await this.#settle(guid, { failed_at: failedAt, error })
  }

  /** Removes jobs that failed before, and returns how many; what they contained is no longer needed. */
  async removeFailed(before: number): Promise<number> {
    const { numDeletedRows } = await this.#database.kysely
      .deleteFrom('job')
      .where('failed_at', '<', before)
      .executeTakeFirst()
    return Number(numDeletedRows)
  }

  async #settle(guid: string, values: Partial<Job>): Promise<void> {
    await this.#database.kysely
      .updateTable('job')
      .set({ ...values, leased_until: null, leased_by: null })
      .where('guid', '=', guid)
      .where('leased_by', '=', this.#leasedBy)
      .execute()
  }
}
