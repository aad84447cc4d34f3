import type { SelectQueryBuilder } from 'kysely'
import type { Database } from '#server/db/open.ts'
import { rowsInOrderOf } from '#server/db/rows-in-pages.ts'
import type { Schema } from '#server/db/schema.ts'
import { leavesOf } from '../heads/heads.ts'
import { leafHash, pathOf } from '../heads/merkle.ts'
import { headLine } from '../heads/statement.ts'

/** What is exported: everything, an account with what it owns, a share, or a data room with its items. */
export type Scope =
  | { kind: 'installation'; guid: null }
  | { kind: 'account' | 'share' | 'room'; guid: string }

/** A chain as it was when it was written down: from its first event to its last. */
export type Span = { subject: string; first: number; last: number }

type Kysely = Database['kysely']
type Chains = SelectQueryBuilder<Schema, 'event_head', object>

/** Every signed head; counts them. */
export async function* headLines(
  kysely: Kysely,
  heads: { count: number; last: number },
): AsyncGenerator<string> {
  const query = kysely.selectFrom('audit_head').select(['number', 'statement', 'signature'])
  for await (const head of rowsInOrderOf(query, 'number', (row) => row.number, 0)) {
    heads.count++
    heads.last = head.number
    yield `${headLine(head)}\n`
  }
}

/** The chains of a scope; notes where each of them begins and ends. */
export async function* chainLines(kysely: Kysely, scope: Scope, spans: Span[]): AsyncGenerator<string> {
  const query = chainsIn(kysely, scope).select([
    'subject_guid',
    'kept_from',
    'hash_before',
    'sequence',
    'hash',
  ])
  for await (const row of rowsInOrderOf(query, 'subject_guid', ({ subject_guid }) => subject_guid, '')) {
    const { subject_guid: subject, kept_from: keptFrom, hash_before: hashBefore, sequence, hash } = row
    spans.push({ subject, first: keptFrom, last: sequence })
    yield line({ subject, keptFrom, hashBefore, sequence, hash })
  }
}

function chainsIn(kysely: Kysely, scope: Scope): Chains {
  const chains = kysely.selectFrom('event_head')
  const { kind, guid } = scope
  if (kind === 'installation') return chains
  return chains.where((where) =>
    where.or([
      where('subject_guid', '=', guid),
      ...(kind === 'room' ? [where('room_guid', '=', guid)] : []),
      ...(kind === 'account' ? [where('owner_guid', '=', guid)] : []),
    ]),
  )
}

/** The events of these chains, one chain after the other. */
export async function* eventLines(kysely: Kysely, spans: readonly Span[]): AsyncGenerator<string> {
  for (const { subject, first, last } of spans) {
    const query = kysely
      .selectFrom('event')
      .selectAll()
      .where('subject_guid', '=', subject)
      .where('sequence', '<=', last)
    for await (const row of rowsInOrderOf(query, 'sequence', ({ sequence }) => sequence, first - 1)) {
      yield line({
        subject,
        sequence: row.sequence,
        at: row.at,
        kind: row.kind,
        email: row.email,
        visit: row.visit_guid,
        ip: row.ip,
        country: row.country,
        userAgent: row.user_agent,
        detail: row.detail,
        team: row.team_guid,
        room: row.room_guid,
        salt: row.salt,
        personHash: row.person_hash,
        detailHash: row.detail_hash,
        hash: row.hash,
      })
    }
  }
}

/**
 * What the heads contain of these chains, each with its way to the root; of the whole installation all leaves, from
 * which the roots follow.
 */
export async function* leafLines(
  kysely: Kysely,
  scope: Scope,
  spans: readonly Span[],
  lastHead: number,
): AsyncGenerator<string> {
  const wanted = new Set(spans.map(({ subject }) => subject))
  for (const number of await headsWith(kysely, scope, wanted, lastHead)) {
    const hashes: Buffer[] = []
    const found: { at: number; subject: string; sequence: number; hash: string }[] = []
    for (let after = ''; ;) {
      const rows = await leavesOf(kysely, number, after)
      if (rows.length === 0) break
      for (const row of rows) {
        const { subject_guid: subject, sequence, hash } = row
        if (scope.kind === 'installation') yield line({ head: number, subject, sequence, hash })
        else if (wanted.has(subject)) found.push({ at: hashes.length, subject, sequence, hash })
        if (scope.kind !== 'installation') hashes.push(leafHash(row))
      }
      after = rows.at(-1)!.subject_guid
    }
    for (const { at, ...leaf } of found) yield line({ head: number, ...leaf, path: pathOf(hashes, at) })
  }
}

/** The numbers of the heads that contain one of these chains. */
async function headsWith(
  kysely: Kysely,
  { kind }: Scope,
  wanted: ReadonlySet<string>,
  lastHead: number,
): Promise<number[]> {
  if (kind === 'installation') return Array.from({ length: lastHead }, (_, index) => index + 1)
  const numbers = new Set<number>()
  for (const subject of wanted) {
    const rows = await kysely
      .selectFrom('audit_leaf')
      .select('number')
      .where('subject_guid', '=', subject)
      .where('number', '<=', lastHead)
      .execute()
    for (const { number } of rows) numbers.add(number)
  }
  return [...numbers].toSorted((a, b) => a - b)
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`
}
