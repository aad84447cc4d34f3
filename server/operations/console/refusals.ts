import { sql } from 'kysely'
import type { Database } from '#server/db/open.ts'
import type { After } from './after.ts'

/** When someone was stopped, from where and why; nothing of what they wanted to open. `at` in epoch milliseconds. */
export type Refusal = {
  subject: string
  sequence: number
  at: number
  kind: string
  email: string | null
  ip: string
  country: string
  reason: string | null
}

/** What kept people out recently, over all shares, rooms and accounts. */
export class Refusals {
  readonly #database: Database

  constructor({ database }: { database: Database }) {
    this.#database = database
  }

  /** The latest first. */
  async list(limit: number, after?: After): Promise<Refusal[]> {
    const rows = await refusalRows(this.#database, limit, after).execute()
    return rows.map(({ subject_guid, detail, ...row }) => ({
      ...row,
      subject: subject_guid,
      reason: reasonIn(detail),
    }))
  }
}

export function refusalRows({ kysely }: Database, limit: number, after?: After) {
  const query = kysely
    .selectFrom('event')
    .select(['subject_guid', 'sequence', 'at', 'kind', 'email', 'ip', 'country', 'detail'])
    // As the index says it, to the letter.
    .where(
      sql<boolean>`kind in ('Refused', 'PasskeyLocked', 'PasskeyGuessed', 'CodesGuessed', 'AccountLocked', 'SecondFactorFailed')`,
    )
    .orderBy('at', 'desc')
    .orderBy('subject_guid', 'desc')
    .orderBy('sequence', 'desc')
    .limit(limit)
  return after ? query.where(sql<boolean>`(at, subject_guid) < (${after.at}, ${after.guid})`) : query
}

function reasonIn(detail: string): string | null {
  // Of what was erased nothing is left.
  const { reason, problem, what } = JSON.parse(detail || '{}') as Record<string, unknown>
  const label = reason ?? problem ?? what
  return typeof label === 'string' ? label : null
}
