import type { Kysely, Selectable } from 'kysely'
import type { Transaction } from '#server/db/open.ts'
import { prepared, type Slots } from '#server/db/prepared.ts'
import type { EventHeadTable, Schema } from '#server/db/schema.ts'
import type { AuditKey } from './audit-key.ts'
import { hashOf, newSalt, saltsOf } from './event-hash.ts'
import type { EventRow, UnchainedRow } from './event.ts'
import { allKinds, isAudit } from './kinds.ts'

export type Head = Selectable<EventHeadTable>

const batchSize = 500
/** Whether the audit pages list an event follows from its kind, and is in no hash. */
const auditKinds: ReadonlySet<string> = new Set(allKinds.filter(isAudit))

/**
 * Appends an event to its subject's chain. The head comes first: it locks the row until the commit, so that each of
 * many writers gets its own position. A chain whose seal is wrong does not get a right one by what is added to it.
 */
export async function appendToChain(
  tx: Transaction,
  key: AuditKey,
  event: UnchainedRow,
  { ownerGuid, roomGuid }: { ownerGuid: string | null; roomGuid: string | null },
): Promise<void> {
  const { subject_guid } = event
  const [head] = await nextPlace(tx, { subject_guid, ownerGuid, roomGuid, at: event.at })
  const { sequence, kept_from, hash_before, seal } = head!
  const places = { team_guid: event.team_guid ?? null, room_guid: roomGuid }
  const unhashed = { ...event, ...places, sequence, salt: newSalt(), person_hash: null, detail_hash: null }
  const hash = hashOf(head!.hash, unhashed)
  const { person_hash: _, detail_hash: __, ...columns } = unhashed
  await newEvent(tx, { ...columns, hash })
  const ends = { subject_guid, kept_from, hash_before }
  const isNew = sequence === 1 && head!.hash === ''
  const isSealed = isNew || key.isSealed({ ...ends, sequence: sequence - 1, hash: head!.hash }, seal)
  const next = isSealed ? key.seal({ ...ends, sequence, hash }) : seal
  await newHead(tx, { subject_guid, hash, at: event.at, seal: next })
}

type Place = { subject_guid: string; ownerGuid: string | null; roomGuid: string | null; at: number }

const nextPlace = prepared((kysely, { subject_guid, ownerGuid, roomGuid, at }: Slots<Place>) =>
  kysely
    .insertInto('event_head')
    .values({ subject_guid, sequence: 1, hash: '', owner_guid: ownerGuid, room_guid: roomGuid, last_at: at })
    .onConflict((conflict) =>
      conflict
        .column('subject_guid')
        .doUpdateSet((row) => ({ sequence: row('event_head.sequence', '+', 1) })),
    )
    .returning(['sequence', 'hash', 'kept_from', 'hash_before', 'seal']),
)

type NewRow = Omit<EventRow, 'person_hash' | 'detail_hash'>

const newEvent = prepared((kysely, row: Slots<NewRow>) => kysely.insertInto('event').values(row))

type Ended = { subject_guid: string; hash: string; at: number; seal: string }

const newHead = prepared((kysely, { subject_guid, hash, at, seal }: Slots<Ended>) =>
  kysely.updateTable('event_head').set({ hash, last_at: at, seal }).where('subject_guid', '=', subject_guid),
)

/** What happened to these belongs to another account from now on; who owns a chain is not in its seal. */
export async function giveChains(tx: Transaction, subjects: readonly string[], to: string): Promise<void> {
  await tx
    .updateTable('event_head')
    .set({ owner_guid: to })
    .where('subject_guid', 'in', subjects)
    .where('owner_guid', 'is not', null)
    .execute()
}

/**
 * The first sequence that is missing, changed or out of place; null if the whole chain is valid. A chain that fits
 * together but has not the installation's seal was written by someone else, from its first event on.
 */
export async function findBreak(
  kysely: Kysely<Schema>,
  key: AuditKey,
  subjectGuid: string,
): Promise<number | null> {
  for (;;) {
    // The head first: events added during the walk are behind it and are not checked.
    const head = await headOf(kysely, subjectGuid)
    const sequence = await findBreakIn(kysely, key, subjectGuid, head)
    if (sequence === null || !head) return sequence
    // If a subject is being erased, its beginning goes during the walk, and in the end all of it.
    const left = await headOf(kysely, subjectGuid)
    if (left && left.kept_from === head.kept_from) return sequence
  }
}

/** The first sequence after `from` that is missing or changed, up to the head's; null if there is none. */
export async function findBreakAfter(
  kysely: Kysely<Schema>,
  key: AuditKey,
  from: Pick<Head, 'subject_guid' | 'sequence' | 'hash'>,
  head: Pick<Head, 'sequence' | 'hash'> | undefined,
): Promise<number | null> {
  let { sequence, hash } = from
  for (;;) {
    const rows = await kysely
      .selectFrom('event')
      .selectAll()
      .where('subject_guid', '=', from.subject_guid)
      .where('sequence', '>', sequence)
      .$if(head !== undefined, (query) => query.where('sequence', '<=', head!.sequence))
      .orderBy('sequence')
      .limit(batchSize)
      .execute()
    for (const row of rows) {
      sequence++
      if (row.sequence !== sequence || !isValid(key, hash, row)) return sequence
      hash = row.hash
    }
    if (rows.length < batchSize) break
  }
  if (!head) return sequence === from.sequence ? null : from.sequence + 1
  if (head.sequence !== sequence) return sequence + 1
  return head.hash === hash ? null : sequence
}

/** In place of what is in the chain, in an event from before there were salts of which the person was erased. */
export function erasedMark(key: AuditKey, row: EventRow): string {
  const { subject_guid, sequence, at, kind, visit_guid, hash } = row
  return key.mac(`erased ${JSON.stringify([subject_guid, sequence, at, kind, visit_guid, hash])}`)
}

function headOf(kysely: Kysely<Schema>, subjectGuid: string): Promise<Head | undefined> {
  return kysely
    .selectFrom('event_head')
    .selectAll()
    .where('subject_guid', '=', subjectGuid)
    .executeTakeFirst()
}

async function findBreakIn(
  kysely: Kysely<Schema>,
  key: AuditKey,
  subject_guid: string,
  head: Head | undefined,
): Promise<number | null> {
  const [from, before] = [head?.kept_from ?? 1, head?.hash_before ?? '']
  const start = { subject_guid, sequence: from - 1, hash: before }
  const sequence = await findBreakAfter(kysely, key, start, head)
  if (sequence !== null || !head) return sequence
  if (!(await hasRightSeal(kysely, key, head))) return from
  return firstOutside(kysely, subject_guid)
}

async function hasRightSeal(kysely: Kysely<Schema>, key: AuditKey, head: Head): Promise<boolean> {
  if (head.seal !== '') return key.isSealed(head, head.seal)
  // From before there were seals: with the first signed head, each chain got one.
  return !(await kysely.selectFrom('audit_head').select('number').limit(1).executeTakeFirst())
}

/** An event before the chain's first, or behind its last: compared in one statement, since others append meanwhile. */
async function firstOutside(kysely: Kysely<Schema>, subjectGuid: string): Promise<number | null> {
  const row = await kysely
    .selectFrom('event')
    .innerJoin('event_head', 'event_head.subject_guid', 'event.subject_guid')
    .select('event.sequence')
    .where('event.subject_guid', '=', subjectGuid)
    .where((where) =>
      where.or([
        where('event.sequence', '>', where.ref('event_head.sequence')),
        where('event.sequence', '<', where.ref('event_head.kept_from')),
      ]),
    )
    .orderBy('event.sequence')
    .limit(1)
    .executeTakeFirst()
  return row?.sequence ?? null
}

function isValid(key: AuditKey, previous: string, row: EventRow): boolean {
  const isPersonErased = row.person_hash !== null
  const hasPerson = row.email !== null || row.ip !== '' || row.country !== '' || row.user_agent !== ''
  if (isPersonErased && hasPerson) return false
  if (row.detail_hash !== null && row.detail !== '{}') return false
  const salts = saltsOf(row)
  if ((isPersonErased && salts.person !== '') || (row.detail_hash !== null && salts.detail !== ''))
    return false
  if (salts.form !== null && row.is_audit !== (auditKinds.has(row.kind) ? 1 : 0)) return false
  if (row.salt === null && isPersonErased)
    return row.detail === '{}' && row.person_hash === erasedMark(key, row)
  return row.hash === hashOf(previous, row)
}
