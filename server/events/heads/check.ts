import { sql, type Selectable } from 'kysely'
import type { Database } from '#server/db/open.ts'
import type { AuditLeafTable } from '#server/db/schema.ts'
import { rowsInOrderOf } from '#server/db/rows-in-pages.ts'
import type { AuditKey } from '../audit-key.ts'
import { findBreak } from '../chain.ts'
import { installation } from '../event.ts'
import type { FiledHead } from './heads-file.ts'
import { rootOf } from './merkle.ts'
import { headFormat, isSignedBy, statementHash, type SignedHead, type Statement } from './statement.ts'
import { leafHashes } from './heads.ts'

/** `subject` is whose chain does not hold; null if it is about a head or all of them. */
export type AuditDamage = { subject: string | null; problem: string }

export type AuditReport = {
  /** Chains that were read from their first event to their last, and their events. */
  chains: number
  events: number
  /** Signed heads, and until when: epoch milliseconds, null if there is none. */
  heads: number
  signedUntil: number | null
  /** Events from before it were erased because of their age: epoch milliseconds, null if none were. */
  keptSince: number | null
  /** How many heads of each copy outside of the database were compared. */
  copies: { name: string; heads: number }[]
  damage: AuditDamage[]
}

type Deps = { database: Database; auditKey: AuditKey }
type Copy = { name: string; filed: FiledHead[] }

/** More damage of one kind than this is only counted. */
const maxNamed = 100

/**
 * Whether the whole audit trail is as it was written: each chain by its hashes and its seal, and as it was at each
 * signed head; the heads by their signatures, one after the other, and as the copies outside of the database have them.
 */
export async function checkAudit(deps: Deps, copies: readonly Copy[]): Promise<AuditReport> {
  const damage: AuditDamage[] = []
  const { chains, events } = await checkChains(deps, damage)
  await checkOrphans(deps, damage)
  const heads = await checkHeads(deps, damage)
  await checkLeaves(deps, damage)
  for (const copy of copies) checkCopy(copy, heads, damage)
  const signedUntil = heads.at(-1)?.at ?? null
  const compared = copies.map(({ name, filed }) => ({ name, heads: filed.length }))
  const keptSince = await erasedBefore(deps.database.kysely)
  return { chains, events, heads: heads.length, signedUntil, keptSince, copies: compared, damage }
}

async function checkChains(
  { database: { kysely }, auditKey }: Deps,
  damage: AuditDamage[],
): Promise<{ chains: number; events: number }> {
  const query = kysely.selectFrom('event_head').select(['subject_guid', 'sequence', 'kept_from'])
  const count = { chains: 0, events: 0 }
  for await (const head of rowsInOrderOf(query, 'subject_guid', (row) => row.subject_guid, '')) {
    count.chains++
    count.events += head.sequence - head.kept_from + 1
    const sequence = await findBreak(kysely, auditKey, head.subject_guid)
    if (sequence !== null)
      damage.push({ subject: head.subject_guid, problem: brokenFrom(head.subject_guid, sequence) })
  }
  return count
}

function brokenFrom(subject: string, sequence: number): string {
  const whose = subject === installation ? 'the installation' : 'this share, data room, item, account or team'
  return `the audit log of ${whose} was changed, cut or written by someone else, from event ${sequence} on`
}

/** Until when events were erased because of their age, as the installation's own chain says; null if none were. */
export async function erasedBefore(kysely: Database['kysely']): Promise<number | null> {
  const row = await kysely
    .selectFrom('event')
    .select('detail')
    .where('subject_guid', '=', installation)
    .where('kind', '=', 'EventsErased')
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? Date.parse((JSON.parse(row.detail) as { before: string }).before) : null
}

/** Events of a subject whose chain is not there. */
async function checkOrphans({ database: { kysely } }: Deps, damage: AuditDamage[]): Promise<void> {
  const { rows } = await sql<{ subject: string }>`
    select distinct subject_guid as subject from event
    where not exists (select 1 from event_head where event_head.subject_guid = event.subject_guid)
    limit ${maxNamed}`.execute(kysely)
  for (const { subject } of rows)
    damage.push({ subject, problem: 'there are events without the head of their chain' })
}

async function checkHeads(
  { database: { kysely }, auditKey }: Deps,
  damage: AuditDamage[],
): Promise<(SignedHead & { at: number })[]> {
  const heads = await kysely.selectFrom('audit_head').selectAll().orderBy('number').execute()
  let previous = ''
  for (const [index, head] of heads.entries()) {
    const wrong = await problemOf(kysely, auditKey, { ...head, isNext: head.number === index + 1, previous })
    if (wrong) damage.push({ subject: null, problem: `signed head ${head.number}: ${wrong}` })
    previous = statementHash(head.statement)
  }
  return heads
}

async function problemOf(
  kysely: Database['kysely'],
  { publicKey }: AuditKey,
  {
    number,
    at,
    statement,
    signature,
    isNext,
    previous,
  }: SignedHead & {
    at: number
    isNext: boolean
    previous: string
  },
): Promise<string | null> {
  if (!isSignedBy(publicKey, statement, signature)) return 'its signature is not that of this installation'
  const stated = JSON.parse(statement) as Statement
  if (!isNext || stated.number !== number || stated.previous !== previous)
    return 'it does not follow the head before: heads were removed or put elsewhere'
  if (stated.format !== headFormat || Date.parse(stated.at) !== at) return 'its time was changed'
  const leaves = await leafHashes(kysely, number)
  const isSame = leaves.length === stated.chains && rootOf(leaves) === stated.root
  return isSame ? null : 'what it was signed over was changed'
}

/** Whether each chain still has the event that a head contains, or that and its end are known to be erased. */
async function checkLeaves({ database: { kysely } }: Deps, damage: AuditDamage[]): Promise<void> {
  const wrong = new Map<string, string>()
  const gone = new Map<string, Leaf>()
  for (let after: [number, string] = [0, '']; ;) {
    const rows = await leavesWithEvents(kysely, after)
    const last = rows.at(-1)
    if (!last) break
    for (const row of rows) {
      const problem = problemOfLeaf(row)
      if (problem && !wrong.has(row.subject_guid)) wrong.set(row.subject_guid, problem)
      if (row.kept_from === null) gone.set(row.subject_guid, row)
    }
    after = [last.number, last.subject_guid]
  }
  // Afterwards: what is erased while they are read is in the installation's own chain by now.
  const endings = gone.size > 0 ? await erasedSubjects(kysely) : new Map<string, number>()
  for (const [subject, { number, sequence }] of gone) {
    if ((endings.get(subject) ?? 0) >= sequence) continue
    wrong.set(subject, `the whole audit log was removed after head ${number} was signed`)
  }
  for (const [subject, problem] of [...wrong].slice(0, maxNamed)) damage.push({ subject, problem })
}

type Leaf = Selectable<AuditLeafTable>

function problemOfLeaf(row: Leaf & { event_hash: string | null; kept_from: number | null }): string | null {
  if (row.event_hash === row.hash || row.kept_from === null) return null
  const then = `when head ${row.number} was signed`
  if (row.event_hash !== null) return `event ${row.sequence} is not the one that was there ${then}`
  return row.kept_from > row.sequence ? null : `the last events that were there ${then} were cut off`
}

/** In the order of the leaves' key, each with the event that it is about. */
function leavesWithEvents(kysely: Database['kysely'], [number, subject]: [number, string]) {
  return kysely
    .selectFrom('audit_leaf')
    .leftJoin('event', (join) =>
      join
        .onRef('event.subject_guid', '=', 'audit_leaf.subject_guid')
        .onRef('event.sequence', '=', 'audit_leaf.sequence'),
    )
    .leftJoin('event_head', 'event_head.subject_guid', 'audit_leaf.subject_guid')
    .select([
      'audit_leaf.number',
      'audit_leaf.subject_guid',
      'audit_leaf.sequence',
      'audit_leaf.hash',
      'event.hash as event_hash',
      'event_head.kept_from',
    ])
    .where((where) =>
      where.or([
        where('audit_leaf.number', '>', number),
        where.and([where('audit_leaf.number', '=', number), where('audit_leaf.subject_guid', '>', subject)]),
      ]),
    )
    .orderBy('audit_leaf.number')
    .orderBy('audit_leaf.subject_guid')
    .limit(1000)
    .execute()
}

/** Where the chains ended that were erased together with their subjects: the installation's own chain says so. */
async function erasedSubjects(kysely: Database['kysely']): Promise<Map<string, number>> {
  const query = kysely
    .selectFrom('event')
    .select(['sequence', 'detail'])
    .where('subject_guid', '=', installation)
    .where('kind', '=', 'TrailErased')
  const endings = new Map<string, number>()
  for await (const { detail } of rowsInOrderOf(query, 'sequence', (row) => row.sequence, 0)) {
    const { of, sequence } = JSON.parse(detail) as { of: string; sequence: number }
    endings.set(of, sequence)
  }
  return endings
}

function checkCopy({ name, filed }: Copy, heads: readonly SignedHead[], damage: AuditDamage[]): void {
  const wrong = filed.flatMap(({ line, head }) => {
    if (!head) return [`line ${line} is not a signed head`]
    const own = heads[head.number - 1]
    if (!own) return [`the database does not have head ${head.number}: an older state was put in its place`]
    const isSame = own.statement === head.statement && own.signature === head.signature
    return isSame ? [] : [`head ${head.number} of the database is another one`]
  })
  for (const problem of wrong.slice(0, maxNamed))
    damage.push({ subject: null, problem: `${name}: ${problem}` })
}
