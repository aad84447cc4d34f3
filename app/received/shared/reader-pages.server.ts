import { expiryWords } from '#server/rules/sharing/expiry.ts'
import { shownTime } from '#server/rules/text/format.ts'
import { problems } from '#server/rules/problems.ts'
import type { ReaderFile } from '#server/viewing/records/reader-files.ts'
import type { AcceptedTerms, Receipt } from '#server/viewing/records/receipts.ts'
import type { EventKind, PersonalRecord } from '#server/tracking/tracking.ts'
import { href } from '#app/routes.ts'
import { activityWords } from '#app/view-models/activity-words.server.ts'
import { outcomeOf } from '#app/view-models/listed-requests.server.ts'
import { placeOf } from '#app/shares/share/activity/listed-activity.server.ts'
import { listedVisits } from '#app/view-models/listed-visits.server.ts'

/** A file that is shared with a reader, ready to print. */
export function listedFile({ shareGuid, name, sender, refusal, may, gate }: ReaderFile, now: number) {
  const rights = [
    may.see ? 'read here' : '',
    may.download ? 'download' : '',
    may.print ? 'print' : '',
    may.comment ? 'comment' : '',
  ].filter(Boolean)
  return {
    key: shareGuid,
    name: name ?? 'A file',
    sender: `${sender.name} (${sender.email})`,
    until: expiryWords(gate, now),
    may: rights.length > 0 ? rights.join(', ') : firstThing(refusal),
    to: href('file', { ShareGuid: shareGuid }),
    receipt: href('receipt', { ShareGuid: shareGuid }),
  }
}

/** What comes before the file, or why it is closed. */
function firstThing(refusal: ReaderFile['refusal']): string {
  switch (refusal) {
    case 'termsNeeded':
      return 'Accept the terms first'
    case 'passkeyNeeded':
      return 'Type the passkey first'
    case 'nameNeeded':
      return 'Say your name first'
    case 'processing':
      return 'Being prepared'
    case 'renderError':
      return 'Cannot be shown'
    default:
      return 'Closed'
  }
}

/** What is recorded about a reader, ready to print. */
export function shownReceipt(receipt: Receipt, shareGuid: string, timeZone: string) {
  const { name, refusal, sender, emails, records, accepted, requests } = receipt
  const { visits, others, isCut } = records
  const page = { rows: visits, total: visits.length, page: 1, pageSize: Math.max(1, visits.length) }
  return {
    name: name ?? 'A file',
    isNamed: name !== null,
    noVisits: 'You have not opened the file.',
    teller: 'The sender sees',
    closed: refusal === null ? null : problems[refusal].text,
    by: `shared by ${sender.name} (${sender.email})`,
    emails: emails.join(', '),
    zone: timeZone.replaceAll('_', ' '),
    visits: listedVisits(page, timeZone, () => '').rows.map((visit) => ({
      ...visit,
      time: readingWords(visit),
    })),
    requests: requests.map((request) => ({
      key: request.guid,
      what:
        request.kind === 'access'
          ? 'You asked for access'
          : `You asked to pass the file on to ${request.name ? `${request.name} (${request.email})` : request.email}`,
      at: shownTime(request.createdAt, timeZone),
      outcome: request.isWaiting ? 'Waiting' : outcomeOf(request).words,
      reason: request.reason,
      note: request.note,
    })),
    others: others.map((record, index) => ({
      key: `${record.at} ${index}`,
      at: shownTime(record.at, timeZone),
      what: `You ${wordsOf(record)}`,
      from: originOf(record),
    })),
    accepted: accepted.map((one) => shownAcceptance(one, timeZone)),
    isCut,
    file: href('file', { ShareGuid: shareGuid }),
  }
}

/** Terms that a reader accepted, ready to print. */
export function shownAcceptance(one: AcceptedTerms, timeZone: string) {
  return {
    key: one.guid,
    at: shownTime(one.acceptedAt, timeZone),
    from: one.ip,
    browser: one.userAgent,
    sha256: one.sha256,
    text: one.text,
  }
}

export function readingWords({ time, timeNote }: { time: string; timeNote: string }): string {
  if (timeNote === '') return 'no reading time'
  return timeNote === 'measured' ? `read for ${time}, measured` : `read for about ${time}`
}

/** As the sender reads it too, but to the person it is about. */
export function wordsOf({ kind, detail }: Pick<PersonalRecord, 'detail'> & { kind: EventKind }): string {
  const words = activityWords[kind](detail)
  return words.replace(/\bwas /g, 'were ')
}

export function originOf(record: Pick<PersonalRecord, 'ip' | 'country'>): string {
  return record.ip === '' ? 'The server itself' : placeOf(record)
}
