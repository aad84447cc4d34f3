import type { Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import type { Detail } from '#server/events/events.ts'
import { detailOf, isMeasured, isReading, readingKinds } from './event.ts'
import { clientOf, visitsOf, type Visit } from './visits.ts'

/** What concerns the person whose address it is, besides reading. */
const alsoTold = [
  'Mailed',
  'MailFailed',
  'CodeSent',
  'Refused',
  'TermsAccepted',
  'NameGiven',
  'Commented',
] as const

const maxEvents = 2000

/** Something that is recorded with an address and is not a visit; `at` in epoch milliseconds. */
export type PersonalRecord = {
  kind: (typeof alsoTold)[number]
  at: number
  detail: Detail
  ip: string
  country: string
  userAgent: string
}

export type PersonalRecords = {
  visits: Visit[]
  others: PersonalRecord[]
  /** Whether there is more than the latest that is shown here. */
  isCut: boolean
}

/** What is recorded about a subject with someone's addresses, the newest first. */
export async function recordsOf(
  kysely: Kysely<Schema>,
  subjectGuid: string,
  emails: readonly string[],
): Promise<PersonalRecords> {
  if (emails.length === 0) return { visits: [], others: [], isCut: false }
  const rows = await kysely
    .selectFrom('event')
    .selectAll()
    .where('subject_guid', '=', subjectGuid)
    .where('email', 'in', emails)
    .where('kind', 'in', [...readingKinds, 'Stop', ...alsoTold])
    .orderBy('sequence', 'desc')
    .limit(maxEvents)
    .execute()
  const inOrder = rows
    .toReversed()
    .filter((row) => row.visit_guid !== null && (isReading(row.kind) || isMeasured(row.kind)))
  return {
    // A visit that is only partly included may have nothing left but what was measured: it is left out.
    visits: visitsOf(inOrder).toReversed(),
    others: rows
      .filter((row) => (alsoTold as readonly string[]).includes(row.kind))
      .map((row) => ({
        kind: row.kind as PersonalRecord['kind'],
        at: row.at,
        detail: detailOf(row),
        ...clientOf(row),
      })),
    isCut: rows.length === maxEvents,
  }
}
