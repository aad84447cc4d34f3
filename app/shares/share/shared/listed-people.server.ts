import { expiryState, expiryText } from '#server/rules/sharing/expiry.ts'
import { midSentence, recentTime, shownTime, type ShownTime } from '#server/rules/text/format.ts'
import { endsFor, isOpenTo } from '#server/shares/people/ends.ts'
import { readableAs } from '#server/shares/sending/readable.ts'
import type { RecipientRow, ShareRow } from '#server/shares/rows.ts'
import type { Reading } from '#server/tracking/tracking.ts'
import { href, routes } from '#app/routes.ts'
import { initialsOf } from '#server/rules/text/initials.ts'
import { readingTimeLabel, readingText } from '#app/view-models/method-labels.server.ts'
import type { Fact } from '#app/ui/tables/facts.tsx'
import type { ListedRecipient } from './recipient-table.tsx'
import { untoldPerson } from '#app/view-models/untold.server.ts'

/** One of a share's people ready to display: whether the email arrived, what they can do, and what they did. */
export function listedPerson(
  person: RecipientRow,
  share: ShareRow,
  reading: Reading | undefined,
  timeZone: string,
  now: number,
): ListedRecipient {
  return {
    to: href(routes.shares.person, { ShareGuid: share.guid, Recipient: person.guid }),
    email: person.email,
    name: person.name,
    initials: initialsOf(person.name || person.email),
    notes: notesOf(person, share, timeZone),
    mail: mailOf(person, share, timeZone, now),
    status: statusOfPerson(person, share, now),
    isRevoked: person.revoked_at !== null,
    isOpen: isOpenTo({ share, person }, now),
    views: reading?.views ?? 0,
    ...(reading?.views ? readingText(reading.seconds, reading.method) : { time: '', timeNote: '' }),
    prints: printsOf(person, share, reading),
    downloads: reading?.downloads ?? 0,
    lastAt: reading?.lastAt ? recentTime(reading.lastAt, timeZone, now) : null,
  }
}

function notesOf(person: RecipientRow, share: ShareRow, timeZone: string): string[] {
  const { forwarded_by: by, is_view_only: isViewOnly, expires_at: ends, extended_until: extended } = person
  const end = extended ?? ends
  return [
    ...(by ? [`Forwarded by ${by}`] : []),
    ...(isViewOnly === 1 ? [onlyReading(share)] : []),
    ...(end === null
      ? []
      : [`${extended === null ? 'Until' : 'Extended to'} ${shownTime(end, timeZone).text}`]),
  ]
}

function onlyReading(share: ShareRow): string {
  return readableAs(share) === 'download'
    ? 'View only: nothing to open, because the file can only be downloaded'
    : 'View only'
}

type Mail = { words: string; tone: 'soft' | 'warn' | 'good' | 'bad'; at: ShownTime | null; note: string }

/** Held back and why, on its way, sent and when, or not delivered and why. */
export function mailOf(person: RecipientRow, share: ShareRow, timeZone: string, now: number): Mail {
  const { mail_status: status, mail_reason: reason, mailed_at: mailedAt } = person
  const untold = untoldPerson(person, share, now)
  if (untold !== null) return { words: 'Not notified yet', tone: 'warn', at: null, note: untold }
  if (status === 'Waiting') return { words: 'Sending', tone: 'soft', at: null, note: '' }
  if (status === 'Failed')
    return {
      words: 'Not delivered',
      tone: 'bad',
      at: null,
      note: reason ? `The email server replied: ${reason}` : '',
    }
  return {
    words: 'Sent',
    tone: 'good',
    at: mailedAt === null ? null : midSentence(recentTime(mailedAt, timeZone, now)),
    note: '',
  }
}

/** Copies used, of those allowed. */
function printsOf(person: RecipientRow, share: ShareRow, reading: Reading | undefined): string {
  const { mayPrint, printCount } = share.protections
  if (!mayPrint || printCount < 0 || person.is_view_only === 1) return String(reading?.prints ?? 0)
  return `${person.prints_spent} of ${printCount}`
}

/** The state of the file for this person now. */
export function statusOfPerson(person: RecipientRow, share: ShareRow, now: number): string {
  if (person.revoked_at !== null) return 'Access removed'
  const facts = endsFor({ share, person })
  if (expiryState(facts, now).state !== 'open') return expiryText(facts, now)
  if (person.first_viewed_at === null) return 'Not opened yet'
  return share.destruct_seconds > 0 ? `Opened, ${expiryText(facts, now)}` : 'Opened'
}

/** All that is known of one person, as a list of facts. */
export function personFacts(
  person: RecipientRow,
  share: ShareRow,
  reading: Reading | undefined,
  timeZone: string,
  now: number,
): Fact[] {
  const listed = listedPerson(person, share, reading, timeZone, now)
  const when = (at: number | null | undefined) => (at ? recentTime(at, timeZone, now) : 'Never')
  const { mail } = listed
  return [
    { label: 'Address', value: person.email },
    { label: 'Added', value: when(person.added_at) },
    ...(person.forwarded_by ? [{ label: 'Forwarded by', value: person.forwarded_by }] : []),
    { label: 'Status', value: listed.status },
    { label: 'Email', value: mail.words, note: mail.at ?? mail.note },
    { label: 'First opened', value: when(person.first_viewed_at) },
    { label: 'Last seen', value: when(reading?.lastAt) },
    { label: 'Views', value: String(listed.views) },
    {
      label: readingTimeLabel(reading?.method ?? 'unknown', reading?.seconds ?? 0),
      value: listed.time || (listed.timeNote ? 'Not measured' : 'None'),
    },
    { label: 'Copies printed', value: listed.prints },
    { label: 'Downloads', value: String(listed.downloads) },
  ]
}
