import type { Contradiction } from './contradictions.ts'
import { isHeic, type FileKind } from '#server/rules/files/files.ts'
import type { Protections } from './options.ts'

/** A file as the sender's choices are checked against it; `isShown` if this installation can show it at all. */
export type SentFile = { name: string; kind: FileKind; isShown: boolean }

type Choice = { field: string; to: string; isWrong: (share: Protections) => boolean }

const download: Choice = {
  field: 'download',
  to: 'Download to "Allowed"',
  isWrong: (share) => !share.mayDownload,
}
const print: Choice = {
  field: 'print',
  to: 'Printing to "Not allowed"',
  isWrong: (share) => share.mayPrint,
}
const watermark: Choice = {
  field: 'watermark',
  to: 'Watermark to "Off"',
  isWrong: (share) => share.watermark !== null,
}
const end: Choice = {
  field: 'expiry',
  to: 'Until when to a date or to "Until I unshare it"',
  isWrong: (share) => share.destructSeconds > 0,
}
const text: Choice = {
  field: 'readText',
  to: 'Text of the pages to "Off"',
  isWrong: (share) => share.mayReadText,
}

/**
 * Which of the selected protections a file, or several files together, can have. Nothing can be drawn into or printed
 * from video, audio and what is not shown, and what is not shown can only be downloaded.
 */
export function carriedBy({ kind, isShown }: SentFile, share: Protections): Protections {
  if (kind !== 'media' && kind !== 'other') return share
  const bare = { ...share, watermark: null, mayPrint: false, printCount: -1, mayReadText: false }
  return isShown ? bare : { ...bare, mayDownload: true }
}

/** How a file of this kind is shared, if not with all protections; null for all others. */
export function carriedNote(file: SentFile): string | null {
  const reason = downloadOnlyReason(file)
  if (reason === null) return file.kind === 'media' ? playedNote : null
  const isAsItIs = file.kind === 'media' || file.kind === 'other'
  return isAsItIs ? `${reason} Recipients get the file itself, without a watermark.` : reason
}

const playedNote = 'No watermark: video and audio can’t carry one.'

/** What applies only to a file that is shown: nothing can be withheld of one that is sent as it is. */
const ofDownloads: readonly Choice[] = [download, print, watermark, end, text]
/** What applies only to a file with pages. */
const ofPlayed: readonly Choice[] = [print, watermark, text]

/**
 * What cannot apply to these files, in words that say what to do, on the first form field to change; or null. Files of
 * the same kind are protected alike.
 */
export function contradictionWith(
  files: readonly SentFile[],
  protectionsOf: (file: SentFile) => Protections,
): Contradiction | null {
  const found = groupsOf(files).flatMap(({ first, names, why, choices }) => {
    const share = protectionsOf(first)
    const wrong = choices.filter(({ isWrong }) => isWrong(share))
    if (wrong.length === 0) return []
    const leaveOut = names.length === 1 ? 'leave it out' : 'leave them out'
    const message = `${names.map((name) => `“${name}”`).join(', ')}: ${why} To send ${names.length === 1 ? 'it' : 'them'}, set ${listed(wrong.map(({ to }) => to))}, or ${leaveOut}.`
    return [{ field: wrong[0]!.field, text: message }]
  })
  const [first] = found
  return first ? { field: first.field, text: found.map((one) => one.text).join(' ') } : null
}

/** Why a file can only be downloaded, in one sentence; null where it is shown. */
export function downloadOnlyReason({ name, kind, isShown }: SentFile): string | null {
  if (isShown) return null
  if (isHeic(name)) return 'HEIC images can only be downloaded. To let people view them, share them as JPEG.'
  if (kind === 'other') return 'Files of this type can’t be viewed in the browser, only downloaded.'
  return `${kindNames[kind]} can only be downloaded: this server can’t display them.`
}

/** What a file is called by its kind, at the beginning of a line. */
export const kindName: Record<FileKind, string> = {
  pdf: 'PDF',
  image: 'Image',
  text: 'Text',
  office: 'Office document',
  sheet: 'Spreadsheet',
  mail: 'Email',
  media: 'Video or audio',
  other: 'File for download',
}

const kindNames: Record<FileKind, string> = {
  pdf: 'PDFs',
  image: 'Images',
  text: 'Text files',
  office: 'Office documents',
  sheet: 'Spreadsheets',
  mail: 'Emails',
  media: 'Videos and audio of this type',
  other: 'Files of this type',
}

type Group = { first: SentFile; names: string[]; why: string; choices: readonly Choice[] }

/** Groups the files about which the same is to be said. */
function groupsOf(files: readonly SentFile[]): Group[] {
  const groups = new Map<string, Group>()
  for (const file of files) {
    const reason = downloadOnlyReason(file)
    if (reason === null && file.kind !== 'media') continue
    const why = reason ?? 'Video and audio can’t carry a watermark or be printed.'
    const choices = reason === null ? ofPlayed : ofDownloads
    const group = groups.get(why) ?? { first: file, names: [], why, choices }
    group.names.push(file.name)
    groups.set(why, group)
  }
  return [...groups.values()]
}

function listed(words: string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
