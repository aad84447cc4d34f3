import { shownTime } from '#server/rules/text/format.ts'
import { problems } from '#server/rules/problems.ts'
import type { OwnRoomRecord } from '#server/tracking/room-records.ts'
import type { RoomReceipt } from '#server/viewing/records/room-receipts.ts'
import { listedVisits } from '#app/view-models/listed-visits.server.ts'
import {
  originOf,
  readingWords,
  shownAcceptance,
  wordsOf,
  type shownReceipt,
} from '#app/received/shared/reader-pages.server.ts'
import { folderPath } from '#app/view-models/room-links.server.ts'

/** What is recorded about a member of a room, ready to print. */
export function shownRoomReceipt(receipt: RoomReceipt, timeZone: string): ReturnType<typeof shownReceipt> {
  const { room, name, refusal, owner, emails, records, names, accepted } = receipt
  const rows = records.visits.map(({ visit }) => visit)
  const page = { rows, total: rows.length, page: 1, pageSize: Math.max(1, rows.length) }
  return {
    name: name ?? 'A data room',
    isNamed: name !== null,
    noVisits: 'You have not opened any file of the data room.',
    teller: 'The owner and the co-owners of the data room see',
    closed: refusal === null ? null : problems[refusal].text,
    by: `owned by ${owner.name} (${owner.email})`,
    emails: emails.join(', '),
    zone: timeZone.replaceAll('_', ' '),
    visits: listedVisits(page, timeZone, () => '').rows.map((visit, index) => {
      const { subjectGuid } = records.visits[index]!
      return {
        ...visit,
        key: `${subjectGuid} ${visit.key}`,
        what: `${names.get(subjectGuid) ?? 'A file'}: ${visit.what}`,
        time: readingWords(visit),
      }
    }),
    requests: [],
    others: records.others.map((record, index) => ({
      key: `${record.at} ${index}`,
      at: shownTime(record.at, timeZone),
      what: `You ${ownWords(record, names.get(record.subjectGuid))}`,
      from: originOf(record),
    })),
    accepted: accepted.map((one) => shownAcceptance(one, timeZone)),
    isCut: records.isCut,
    file: folderPath(room, room.guid),
  }
}

/** What was done with an item, by the name that it has now, if any: what it was called, and where it lay, may be hidden. */
function ownWords(record: OwnRoomRecord, name: string | undefined): string {
  switch (record.kind) {
    case 'FolderMade':
      return `made ${name ? `the folder ${name}` : 'a folder'}`
    case 'FileAdded':
      return `added ${name ?? 'a file'}`
    case 'FileReplaced':
      return `added another version of ${name ?? 'a file'}`
    case 'FileVersionChosen':
      return `went back to another version of ${name ?? 'a file'}`
    case 'ItemRenamed':
      return `renamed ${name ?? 'something'}`
    case 'ItemMoved':
      return `moved ${name ?? 'something'}`
    case 'ItemCopied':
      return `copied ${name ?? 'something'}`
    case 'ItemsOrdered':
      return `ordered the list of ${name ?? 'a folder'}`
    case 'ItemBinned':
    case 'ItemErased':
      return 'deleted something'
    case 'ItemUnbinned':
      return `took ${name ?? 'something'} out of the bin`
    case 'Refused':
      return `${wordsOf(record)}${name ? ` (${name})` : ''}`
    default:
      return wordsOf(record)
  }
}
