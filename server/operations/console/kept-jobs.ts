import { sql, type Selectable } from 'kysely'
import { countUpTo } from '#server/db/count-up-to.ts'
import type { Database } from '#server/db/open.ts'
import type { JobTable } from '#server/db/tables/operator/machinery-tables.ts'
import type { After } from './after.ts'

export type JobState = 'waiting' | 'running' | 'failed'

/** One job without what it contains; times in epoch milliseconds. `email` is the address of an email, if it is one. */
export type KeptJob = {
  guid: string
  kind: string
  state: JobState
  tries: number
  createdAt: number
  /** When it runs, or ran last. */
  runAt: number
  failedAt: number | null
  error: string | null
  email: string | null
}

/** `kind` is one of the kinds of jobs. */
export type JobRange = { limit: number; after?: After | undefined; kind?: string | undefined }

const emailKind = 'mail'

/** The queue as an operator sees it: its rows, never their contents. */
export class KeptJobs {
  readonly #database: Database
  readonly #clock: () => number

  constructor({ database, clock }: { database: Database; clock: () => number }) {
    this.#database = database
    this.#clock = clock
  }

  /** Emails that wait to be sent, counted up to `max`, and for how long the oldest of them has been due. */
  async waitingEmails(max: number): Promise<{ waiting: number; oldestSeconds: number }> {
    const { kysely } = this.#database
    const now = this.#clock()
    const emails = kysely
      .selectFrom('job')
      .select('guid')
      .where('kind', '=', emailKind)
      .where('failed_at', 'is', null)
    const oldest = await kysely
      .selectFrom('job')
      .select('created_at')
      .where('kind', '=', emailKind)
      .where('failed_at', 'is', null)
      .orderBy('run_at')
      .limit(1)
      .executeTakeFirst()
    const oldestSeconds = oldest ? Math.max(0, (now - oldest.created_at) / 1000) : 0
    return { waiting: await countUpTo(kysely, max, emails), oldestSeconds }
  }

  /** How many failed and wait for a decision, counted up to `max`. */
  async countFailed(max: number): Promise<number> {
    const { kysely } = this.#database
    const failed = kysely.selectFrom('job').select('guid').where('failed_at', 'is not', null)
    return countUpTo(kysely, max, failed)
  }

  /** Failed ones, the latest first; or those that wait or run, the next first. */
  async list(which: 'failed' | 'waiting', range: JobRange): Promise<KeptJob[]> {
    const rows = await jobRows(this.#database, which, range).execute()
    return rows.map((row) => this.#shown(row))
  }

  /** One of them, or null. */
  async find(guid: string): Promise<KeptJob | null> {
    const row = await this.#database.kysely
      .selectFrom('job')
      .selectAll()
      .where('guid', '=', guid)
      .executeTakeFirst()
    return row ? this.#shown(row) : null
  }

  /**
   * Has a job run as soon as possible, with all its attempts; one that is running stays as it is. Returns whether it was
   * there.
   */
  async retry(guid: string): Promise<boolean> {
    const now = this.#clock()
    const row = await this.#database.kysely
      .updateTable('job')
      .set({ failed_at: null, run_at: now, tries: 0 })
      .where('guid', '=', guid)
      .where((job) => job.or([job('leased_until', 'is', null), job('leased_until', '<=', now)]))
      .returning('guid')
      .executeTakeFirst()
    return row !== undefined
  }

  #shown(row: Selectable<JobTable>): KeptJob {
    const isRunning = row.leased_until !== null && row.leased_until > this.#clock()
    return {
      guid: row.guid,
      kind: row.kind,
      state: row.failed_at !== null ? 'failed' : isRunning ? 'running' : 'waiting',
      tries: row.tries,
      createdAt: row.created_at,
      runAt: row.run_at,
      failedAt: row.failed_at,
      error: row.error,
      email: row.kind.endsWith(emailKind) ? addressIn(row.payload) : null,
    }
  }
}

export function jobRows({ kysely }: Database, which: 'failed' | 'waiting', { limit, after, kind }: JobRange) {
  let query = kysely.selectFrom('job').selectAll().limit(limit)
  if (kind !== undefined) query = query.where('kind', '=', kind)
  if (which === 'failed') {
    query = query.where('failed_at', 'is not', null).orderBy('failed_at', 'desc').orderBy('guid', 'desc')
    return after ? query.where(sql<boolean>`(failed_at, guid) < (${after.at}, ${after.guid})`) : query
  }
  query = query.where('failed_at', 'is', null).orderBy('run_at').orderBy('guid')
  return after ? query.where(sql<boolean>`(run_at, guid) > (${after.at}, ${after.guid})`) : query
}

function addressIn(payload: string): string | null {
  const { to } = JSON.parse(payload) as { to?: unknown }
  return typeof to === 'string' ? to : null
}
