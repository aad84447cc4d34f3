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
      ...(isSome('pages') && share.mayReadText ? ['Recipients can read the page text, and copy it.'] : []),
      ...(share.asksName ? ['Recipients give their name before they open the file.'] : []),
      ...(share.terms === 'off' ? [] : ['Recipients accept terms before they see the file’s name.']),
    ],
  }
}

const streamed = 'Video and audio are streamed without a watermark and could still be recorded.'
const downloaded = 'What the browser can’t display can only be downloaded, without a watermark.'
const unread = 'Pages can’t be viewed in the browser; the file can only be downloaded.'
const unplayed = 'Video and audio don’t play in the browser; they can only be downloaded.'

const audience = {
  people: 'Each recipient confirms their address with a code we email them.',
  passkey:
    'The file only opens with the passkey, which is stored nowhere; readers’ identities aren’t verified.',
  public: 'Anyone who gets the link can open the file; no one is identified.',
} as const

function isForPeople({ visibility }: Protections): boolean {
  return visibility === 'people'
}

function forwarding({ mayForward }: Protections): string {
  return mayForward
    ? 'Recipients can forward it to others, who confirm their own address.'
    : 'No one is added without your approval; recipients can ask you.'
}

function mark({ visibility, watermark }: Protections): string {
  if (!watermark) return 'Pages have no watermark.'
  return marks[visibility]
}

const marks = {
  people: 'Pages have a watermark with the recipient’s address and the time.',
  passkey:
    'Pages have a watermark with the address that the reader enters, which isn’t verified, their IP address and the time.',
  public: 'Pages have a watermark with the reader’s IP address and the time.',
} as const

function download({ mayDownload, watermark }: Protections, files: readonly ShownAs[]): string {
  if (!mayDownload)
    return files.includes('download')
      ? 'Recipients can’t download files that can be viewed.'
      : 'Recipients can’t download the file.'
  return watermark && files.includes('pages')
    ? 'Recipients can download a copy with the watermark.'
    : 'Recipients can download the original file.'
}

function printing({ mayPrint, printCount, visibility }: Protections): string {
  if (!mayPrint || printCount === 0) return 'Recipients can’t print.'
  if (printCount < 0) return 'Recipients can print.'
  const copies = printCount === 1 ? 'one copy' : `${printCount} copies`
  return visibility === 'people'
    ? `Each recipient can print ${copies}.`
    : `All recipients together can print ${copies}.`
}
