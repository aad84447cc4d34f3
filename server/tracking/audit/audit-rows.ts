import { sql, type Kysely, type SqlBool } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import {
  kindsAudited,
  type installation,
  type AuditGroup,
  type Detail,
  type EventKind,
} from '#server/events/events.ts'
import { detailOf } from '#server/tracking/event.ts'

/** Whose audit trail: an account's, a team's with the accounts in it, or the installation's with everyone. */
export type AuditScope = { account: string } | { team: string } | typeof installation

/** The place of a line in a list that is in the order of time. */
export type AuditPlace = { at: number; subject: string; sequence: number }

/** `person` in lower case: what they did, and what was done with their account; times in epoch ms, `to` not included. */
export type AuditFilter = {
  topic: AuditGroup | null
  person: string | null
  from: number | null
  to: number | null
}

export type AuditRow = AuditPlace & {
  kind: EventKind
  email: string | null
  ip: string
  country: string
  userAgent: string
  detail: Detail
  /** Whether the detail was erased. */
  isErased: boolean
}

/** Lines before or after a place, up to a limit, in the requested direction. */
export type AuditRange = { beside: AuditPlace | null; direction: 'older' | 'newer'; limit: number }

/** One list of an index: of all kinds or of one, of everyone, of an account or by an address. */
type Part = { kinds?: readonly EventKind[]; subject?: string; email?: string }

/**
 * The lines of a scope in the order of time. Each kind, and what a person did and suffered, is a list of its own in an
 * index; their first lines together are what was asked for: equally fast at any depth and however few a filter leaves.
 */
export async function auditRows(
  kysely: Kysely<Schema>,
  scope: AuditScope,
  filter: AuditFilter,
  range: AuditRange,
): Promise<AuditRow[]> {
  const parts = await partsOf(kysely, filter)
  const found = await Promise.all(
    parts.map((part) => partQuery(kysely, { scope, filter, range, part }).execute()),
  )
  const sign = range.direction === 'newer' ? 1 : -1
  const rows = new Map(found.flat().map((row) => [`${row.subject} ${row.sequence}`, row]))
  return [...rows.values()]
    .toSorted((one, other) => sign * compare(one, other))
    .slice(0, range.limit)
    .map(({ erased, ...row }) => ({
      ...row,
      kind: row.kind as EventKind,
      detail: detailOf(row),
      isErased: erased !== null,
    }))
}

/** Whether more lines than the given number match a filter; what is in two lists counts twice. */
export async function hasMoreRows(
  kysely: Kysely<Schema>,
  scope: AuditScope,
  filter: AuditFilter,
  rows: number,
): Promise<boolean> {
  const range = { beside: null, direction: 'older', limit: rows + 1 } as const
  let total = 0
  for (const part of await partsOf(kysely, filter)) {
    const listed = partQuery(kysely, { scope, filter, range, part }).clearSelect().select('at').as('listed')
    const { lines } = await kysely
      .selectFrom(listed)
      .select((line) => line.fn.countAll<number>().as('lines'))
      .executeTakeFirstOrThrow()
    total += Number(lines)
    if (total > rows) return true
  }
  return false
}

async function partsOf(kysely: Kysely<Schema>, { topic, person }: AuditFilter): Promise<Part[]> {
  const kinds = topic === null ? null : kindsAudited(topic)
  if (person === null) return kinds?.map((kind) => ({ kinds: [kind] })) ?? [{}]
  const account = await kysely
    .selectFrom('user')
    .select('guid')
    .where('email', '=', person)
    .executeTakeFirst()
  const of = kinds === null ? {} : { kinds }
  return [{ ...of, email: person }, ...(account ? [{ ...of, subject: account.guid }] : [])]
}

type AuditQuery = { scope: AuditScope; filter: AuditFilter; range: AuditRange; part: Part }

export function partQuery(kysely: Kysely<Schema>, { scope, filter, range, part }: AuditQuery) {
  const { from, to } = filter
  const { kinds, subject, email } = part
  const { beside, direction, limit } = range
  const isNewer = direction === 'newer'
  const order = isNewer ? 'asc' : 'desc'
  return (
    kysely
      .selectFrom('event')
      .select(['at', 'subject_guid as subject', 'sequence', 'kind', 'email', 'ip', 'country', 'detail'])
      .select(['user_agent as userAgent', 'detail_hash as erased'])
      // Not as a parameter: SQLite uses an index of some rows only if the statement says which.
      .where(sql<SqlBool>`is_audit = 1`)
      .$if(typeof scope === 'object' && 'account' in scope, (query) =>
        query.where('subject_guid', '=', (scope as { account: string }).account),
      )
      .$if(typeof scope === 'object' && 'team' in scope, (query) =>
        query.where('team_guid', '=', (scope as { team: string }).team),
      )
      .$if(kinds?.length === 1, (query) => query.where('kind', '=', kinds![0]!))
      .$if((kinds?.length ?? 0) > 1, (query) => query.where('kind', 'in', kinds!))
      .$if(subject !== undefined, (query) => query.where('subject_guid', '=', subject!))
      .$if(email !== undefined, (query) => query.where('email', '=', email!))
      .$if(from !== null, (query) => query.where('at', '>=', from!))
      .$if(to !== null, (query) => query.where('at', '<', to!))
      .$if(beside !== null, (query) =>
        query.where((row) =>
          row(
            row.refTuple('at', 'subject_guid', 'sequence'),
            isNewer ? '>' : '<',
            row.tuple(beside!.at, beside!.subject, beside!.sequence),
          ),
        ),
      )
      .orderBy('at', order)
      .orderBy('subject_guid', order)
      .orderBy('sequence', order)
      .limit(limit)
  )
}

function compare(one: AuditPlace, other: AuditPlace): number {
  if (one.at !== other.at) return one.at - other.at
  if (one.subject !== other.subject) return one.subject < other.subject ? -1 : 1
  return one.sequence - other.sequence
}
