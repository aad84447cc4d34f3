import { shownTime } from '#server/rules/text/format.ts'
import { problems } from '#server/rules/problems.ts'
import type { EventKind } from '#server/tracking/tracking.ts'
import type { OwnRecord, Receipt } from '#server/viewing/records/receipt-shape.ts'
import { href, routes } from '#app/routes.ts'
import { activityLabel } from '#app/view-models/activity-labels.server.ts'
import { placeOf } from '#app/view-models/lists/listed-activity.server.ts'
import { outcomeOf } from '#app/view-models/lists/listed-requests.server.ts'
import { listedVisits } from '#app/view-models/lists/listed-visits.server.ts'
import { folderPath } from '#app/view-models/room-links.server.ts'

/** What the receipts of a share and of a room each say differently. */
type Texts = {
  unnamed: string
  noVisits: string
  teller: string
  by: string
  file: string
  ofVisit: (subjectGuid: string, what: string) => string
  ofRecord: (record: OwnRecord) => string
}

/** What is recorded about someone who reads a share or is a member of a room, ready to display. */
export function shownReceipt(receipt: Receipt, timeZone: string) {
  const { name, refusal, owner, emails, records, accepted, requests } = receipt
  const words = textsFor(receipt)
  const rows = records.visits.map(({ visit }) => visit)
  const page = { rows, total: rows.length, page: 1, pageSize: Math.max(1, rows.length) }
  return {
    name: name ?? words.unnamed,
    isNamed: name !== null,
    noVisits: words.noVisits,
    teller: words.teller,
    closed: refusal === null ? null : problems[refusal].text,
    by: `${words.by} ${owner.name} (${owner.email})`,
    emails: emails.join(', '),
    zone: timeZone.replaceAll('_', ' '),
    visits: listedVisits(
      page,
      (at) => shownTime(at, timeZone),
      () => '',
    ).rows.map((visit, index) => {
      const { subjectGuid } = records.visits[index]!
      return {
        ...visit,
        key: `${subjectGuid} ${visit.key}`,
        what: words.ofVisit(subjectGuid, visit.what),
        time: readingText(visit),
      }
    }),
    requests: requests.map((request) => ({
      key: request.guid,
      what:
        request.kind === 'access'
          ? 'You requested access'
          : `You asked to forward the file to ${request.name ? `${request.name} (${request.email})` : request.email}`,
      at: shownTime(request.createdAt, timeZone),
      outcome: request.isWaiting ? 'Waiting' : outcomeOf(request).words,
      reason: request.reason,
      note: request.note,
    })),
    others: records.others.map((record, index) => ({
      key: `${record.at} ${index}`,
      at: shownTime(record.at, timeZone),
      what: `You ${words.ofRecord(record)}`,
      from: originOf(record),
    })),
    accepted: accepted.map((one) => ({
      key: one.guid,
      at: shownTime(one.acceptedAt, timeZone),
      from: one.ip,
      browser: one.userAgent,
      sha256: one.sha256,
      text: one.text,
    })),
    isCut: records.isCut,
    file: words.file,
  }
}

function textsFor({ of, names }: Receipt): Texts {
  return 'share' in of
    ? {
        unnamed: 'A file',
        noVisits: 'You haven’t opened the file.',
        teller: 'The sender sees',
        by: 'shared by',
        file: href(routes.reading.entry, { ShareGuid: of.share }),
        ofVisit: (_, what) => what,
        ofRecord: recordText,
      }
    : {
        unnamed: 'A data room',
        noVisits: 'You haven’t opened any file in the data room.',
        teller: 'The data room’s owner and co-owners see',
        by: 'owned by',
        file: folderPath(of, of.room),
        ofVisit: (subjectGuid, what) => `${names.get(subjectGuid) ?? 'A file'}: ${what}`,
        ofRecord: (record) => roomRecordText(record, names.get(record.subjectGuid)),
      }
}

function readingText({ time, timeNote }: { time: string; timeNote: string }): string {
  if (time === '') return 'reading time not measured'
  return timeNote === 'measured' ? `read for ${time}, measured` : `read for about ${time}`
}

/** As the sender reads it, too, but to the person it is about. */
function recordText({ kind, detail }: Pick<OwnRecord, 'detail'> & { kind: EventKind }): string {
  const words = activityLabel[kind](detail)
  return words.replace(/\bwas /g, 'were ')
}

/** What was done with an item, by its current name, if any: its earlier name, and where it was, may be hidden. */
function roomRecordText(record: OwnRecord, name: string | undefined): string {
  switch (record.kind) {
    case 'FolderMade':
      return `created ${name ? `the folder ${name}` : 'a folder'}`
    case 'FileAdded':
      return `added ${name ?? 'a file'}`
    case 'FileReplaced':
      return `added another version of ${name ?? 'a file'}`
    case 'FileVersionChosen':
      return `went back to another version of ${name ?? 'a file'}`
    case 'FileCommented':
      return `commented on ${name ?? 'a file'}`
    case 'ItemRenamed':
      return `renamed ${name ?? 'something'}`
    case 'ItemMoved':
      return `moved ${name ?? 'something'}`
    case 'ItemCopied':
      return `copied ${name ?? 'something'}`
    case 'ItemsOrdered':
      return `reordered ${name ?? 'a folder'}`
    case 'ItemBinned':
    case 'ItemErased':
      return 'deleted something'
    case 'ItemUnbinned':
      return `restored ${name ?? 'something'} from trash`
    case 'Refused':
      return `${recordText(record)}${name ? ` (${name})` : ''}`
    default:
      return recordText(record)
  }
}

function originOf(record: OwnRecord): string {
  return record.ip === '' ? 'The server' : placeOf(record)
}
