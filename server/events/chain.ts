import { createHash } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import type { Transaction } from '#server/db/open.ts'
import type { EventHeadTable, Schema } from '#server/db/schema.ts'
import type { EventRow, UnchainedRow } from './event.ts'

const rowsAtOnce = 500

/**
 * Appends an event to its subject's chain. The head comes first: it locks the row until the commit, so that each of
 * many writers gets its own position.
 */
export async function appendToChain(
  tx: Transaction,
  event: UnchainedRow,
  { ownerGuid, roomGuid }: { ownerGuid: string | null; roomGuid: string | null },
): Promise<void> {
  const head = await tx
    .insertInto('event_head')
    .values({
      subject_guid: event.subject_guid,
      sequence: 1,
      hash: '',
      owner_guid: ownerGuid,
      room_guid: roomGuid,
      last_at: event.at,
    })
    .onConflict((conflict) =>
      conflict
        .column('subject_guid')
        .doUpdateSet((row) => ({ sequence: row('event_head.sequence', '+', 1) })),
    )
    .returning(['sequence', 'hash'])
    .executeTakeFirstOrThrow()
  const hash = hashOf(head.hash, { ...event, sequence: head.sequence })
  await tx
    .insertInto('event')
    .values({ ...event, sequence: head.sequence, hash })
    .execute()
  await tx
    .updateTable('event_head')
    .set({ hash, last_at: event.at })
    .where('subject_guid', '=', event.subject_guid)
    .execute()
}

/** The first sequence that is missing, changed or out of place; null if the whole chain is valid. */
export async function findBreak(kysely: Kysely<Schema>, subjectGuid: string): Promise<number | null> {
  for (;;) {
    // The head first: events added during the walk are behind it and are not checked.
    const head = await headOf(kysely, subjectGuid)
    const sequence = await findBreakBefore(kysely, subjectGuid, head)
    if (sequence === null || !head) return sequence
    // If a subject is being erased, the end goes during the walk.
    const left = await headOf(kysely, subjectGuid)
    if (left && left.sequence >= head.sequence) return sequence
  }
}

function headOf(kysely: Kysely<Schema>, subjectGuid: string) {
  return kysely
    .selectFrom('event_head')
    .selectAll()
    .where('subject_guid', '=', subjectGuid)
    .executeTakeFirst()
}

async function findBreakBefore(
  kysely: Kysely<Schema>,
  subjectGuid: string,
  head: Selectable<EventHeadTable> | undefined,
): Promise<number | null> {
  let sequence = 0
  let hash = ''
  for (;;) {
    const rows = await kysely
      .selectFrom('event')
      .selectAll()
      .where('subject_guid', '=', subjectGuid)
      .where('sequence', '>', sequence)
      .$if(head !== undefined, (query) => query.where('sequence', '<=', head!.sequence))
      .orderBy('sequence')
      .limit(rowsAtOnce)
      .execute()
    for (const row of rows) {
      sequence++
      if (row.sequence !== sequence || row.hash !== hashOf(hash, row)) return sequence
      hash = row.hash
    }
    if (rows.length < rowsAtOnce) break
  }
  if (!head) return sequence === 0 ? null : 1
  if (head.sequence !== sequence) return sequence + 1
  return head.hash === hash ? null : sequence
}

// A list in a fixed order is canonical JSON; `detail` is text with its names sorted.
function hashOf(previous: string, row: Omit<EventRow, 'hash'>): string {
  const { subject_guid, sequence, at, kind, email, visit_guid, ip, country, user_agent, detail } = row
  const fields = [
    previous,
    subject_guid,
    sequence,
    at,
    kind,
    email,
    visit_guid,
    ip,
    country,
    user_agent,
    detail,
  ]
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex')
}
