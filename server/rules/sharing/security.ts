import { hasPages, type FileKind } from '#server/rules/files/files.ts'
import type { Protections } from './options.ts'

export type SecurityLevel = 'HIGH' | 'MED' | 'LOW'
export type SecurityLabel = {
  level: SecurityLevel
  /** What the level alone does not say, or null. */
  note: string | null
  reasons: string[]
}

/** What readers get of a file: its pages, a player, or only the file itself. */
export type ShownAs = 'pages' | 'player' | 'download'

export function shownAs(kind: FileKind, isShown: boolean): ShownAs {
  if (!isShown) return 'download'
  return hasPages(kind) ? 'pages' : 'player'
}

/**
 * How well a share is protected, with the reasons in words. `files` are as shown: a file without pages has no
 * watermark, and cannot be printed.
 */
export function securityLabel(share: Protections, files: readonly ShownAs[] = ['pages']): SecurityLabel {
  const isSome = (way: ShownAs) => files.includes(way)
  return {
    level: share.visibility === 'public' ? 'LOW' : share.mayForward && isForPeople(share) ? 'MED' : 'HIGH',
    note: share.visibility === 'passkey' ? 'identity not verified' : null,
    reasons: [
      audience[share.visibility],
      ...(isForPeople(share) ? [forwarding(share)] : []),
      ...(isSome('pages') ? [mark(share)] : []),
      ...(isSome('player') && share.isWebView ? [streamed] : []),
      ...(isSome('download') ? [downloaded] : []),
      ...(share.isWebView || !isSome('pages') ? [] : [unread]),
      ...(share.isWebView || !isSome('player') ? [] : [unplayed]),
      download(share, files),
      ...(isSome('pages') ? [printing(share)] : []),
      ...(isSome('pages') && share.mayReadText
        ? ['Readers get the text of the pages, which can be copied.']
        : []),
      ...(share.asksName ? ['Readers say their name before they open the file.'] : []),
      ...(share.terms === 'off' ? [] : ['Readers accept terms before they see the name of the file.']),
    ],
  }
}

const streamed = 'Video and audio are streamed without a watermark; whoever is determined can record them.'
const downloaded = 'What the browser cannot show can only be downloaded, as it is.'
const unread = 'Pages are not shown in the browser; the file can only be downloaded.'
const unplayed = 'Video and audio are not played in the browser; they can only be downloaded.'

const audience = {
  people: 'Each reader confirms the address with a code sent by mail.',
  passkey: 'The file opens with the passkey only, which is kept nowhere; who reads is not verified.',
  public: 'Anyone who gets the link can open the file; nobody is identified.',
} as const

function isForPeople({ visibility }: Protections): boolean {
  return visibility === 'people'
}

function forwarding({ mayForward }: Protections): string {
  return mayForward
    ? 'Readers may pass it on to others, who confirm their own address.'
    : 'Nobody is added without your consent; readers can ask you.'
}

function mark({ visibility, watermark }: Protections): string {
  if (!watermark) return 'Pages carry no watermark.'
  return marks[visibility]
}

const marks = {
  people: "Pages carry a watermark with the reader's address and the time of reading.",
  passkey:
    'Pages carry a watermark with the address that the reader gives, which is not verified, the network address and the time of reading.',
  public: 'Pages carry a watermark with the network address and the time of reading.',
} as const

function download({ mayDownload, watermark }: Protections, files: readonly ShownAs[]): string {
  if (!mayDownload)
    return files.includes('download')
      ? 'Readers cannot download what is shown.'
      : 'Readers cannot download the file.'
  return watermark && files.includes('pages')
    ? 'Readers may download a copy; the copy carries the watermark.'
    : 'Readers may download the original file.'
}

function printing({ mayPrint, printCount, visibility }: Protections): string {
  if (!mayPrint || printCount === 0) return 'Readers cannot print.'
  if (printCount < 0) return 'Readers may print.'
  const copies = printCount === 1 ? 'one copy' : `${printCount} copies`
  return visibility === 'people'
    ? `Each reader may print ${copies}.`
    : `All readers together may print ${copies}.`
}
