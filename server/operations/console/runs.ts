import { newGuid, type Database } from '#server/db/open.ts'
import type { OperationTable } from '#server/db/tables/operator/operator-tables.ts'

export type OperationKind = OperationTable['kind']

/** `lines` is for people; null for `finishedAt` while it runs. Times in epoch milliseconds. */
export type OperationRun = {
  guid: string
  kind: OperationKind
  requestedBy: string | null
  startedAt: number
  finishedAt: number | null
  hasFailed: boolean
  lines: string[]
}

/** How an operation ended. */
export type OperationEnd = { lines: string[]; hasFailed: boolean }

const maxLines = 200

/** Backups and checks of the installation, whoever began them: when, and what they found. */
export class OperationRuns {
  readonly #database: Database
  readonly #clock: () => number

  constructor({ database, clock }: { database: Database; clock: () => number }) {
    this.#database = database
    this.#clock = clock
  }

  /** Notes that one has begun, and returns its guid. `requestedBy` is the operator, null for a command. */
  async begin(
    kind: OperationKind,
    requestedBy: string | null,
    kysely = this.#database.kysely,
  ): Promise<string> {
    const guid = newGuid()
    const started_at = this.#clock()
    await kysely
      .insertInto('operation')
      .values({
        guid,
        kind,
        asked_by: requestedBy,
        started_at,
        finished_at: null,
        has_failed: null,
        report: '[]',
      })
      .execute()
    return guid
  }

  async end(guid: string, { lines, hasFailed }: OperationEnd): Promise<void> {
    await this.#database.kysely
      .updateTable('operation')
      .set({
        finished_at: this.#clock(),
        has_failed: hasFailed ? 1 : 0,
        report: JSON.stringify(lines.slice(0, maxLines)),
      })
      .where('guid', '=', guid)
      .execute()
  }

  /**
   * Does the work and notes it, also if it throws: then what it threw is thrown. What cannot be noted is done all the
   * same: a full disk is when backups are needed.
   */
  async noting<T>(kind: OperationKind, work: () => Promise<T>, endOf: (done: T) => OperationEnd): Promise<T> {
    const guid = await this.begin(kind, null).catch(() => null)
    const note = (end: OperationEnd): Promise<void> =>
      guid === null ? Promise.resolve() : this.end(guid, end).catch(() => undefined)
    try {
      const done = await work()
      await note(endOf(done))
      return done
    } catch (error) {
      await note({ lines: [error instanceof Error ? error.message : String(error)], hasFailed: true })
      throw error
    }
  }

  /** The latest of a kind, the latest first. */
  async list(kind: OperationKind, limit: number): Promise<OperationRun[]> {
    const rows = await this.#database.kysely
      .selectFrom('operation')
      .selectAll()
      .where('kind', '=', kind)
      .orderBy('started_at', 'desc')
      .orderBy('guid', 'desc')
      .limit(limit)
      .execute()
    return rows.map((row) => ({
      guid: row.guid,
      kind: row.kind,
      requestedBy: row.asked_by,
      startedAt: row.started_at,
      finishedAt: row.finished_at,
      hasFailed: row.has_failed === 1,
      lines: JSON.parse(row.report) as string[],
    }))
  }
}
