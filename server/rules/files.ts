import { Problem } from './problems.ts'

export type FileKind = 'pdf' | 'image' | 'text'
export type KnownFile = Readonly<{ kind: FileKind; mediaType: string }>

/** As many bytes of a file's beginning as kindOf wants to see. */
export const bytesToSniff = 4096

type Format = KnownFile & { isIn: (bytes: Uint8Array) => boolean }

const jpeg: Format = {
  kind: 'image',
  mediaType: 'image/jpeg',
  isIn: (bytes) => startsWith(bytes, '\xff\xd8\xff'),
}
const plainText: Format = { kind: 'text', mediaType: 'text/plain', isIn: isText }

// What can be shown as pages. SVG and HTML are programs, not pictures or texts, and are not among them.
const formats: ReadonlyMap<string, Format> = new Map([
  ['pdf', { kind: 'pdf', mediaType: 'application/pdf', isIn: isPdf }],
  ['png', { kind: 'image', mediaType: 'image/png', isIn: (bytes) => startsWith(bytes, '\x89PNG\r\n\x1a\n') }],
  ['jpg', jpeg],
  ['jpeg', jpeg],
  [
    'gif',
    {
      kind: 'image',
      mediaType: 'image/gif',
      isIn: (bytes) => startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a'),
    },
  ],
  ['bmp', { kind: 'image', mediaType: 'image/bmp', isIn: isBmp }],
  ['txt', plainText],
  ['text', plainText],
])

/** The endings of files that can be shown, for `accept` of a file input: `.pdf,.png,…`. */
export const acceptedEndings = [...formats.keys()].map((ending) => `.${ending}`).join(',')

/**
 * What a file is, by its ending and its first bytes (up to bytesToSniff), which must agree.
 * Throws Problem fileEmpty, fileTypeUnsupported, fileTypeMismatch.
 */
export function kindOf(fileName: string, firstBytes: Uint8Array): KnownFile {
  if (firstBytes.length === 0) throw new Problem('fileEmpty')
  const format = formats.get(endingOf(fileName))
  if (format?.isIn(firstBytes)) return { kind: format.kind, mediaType: format.mediaType }
  // Under another ending a picture or PDF is one that only needs to be renamed.
  const isKnown = [...formats.values()].some((other) => other.kind !== 'text' && other.isIn(firstBytes))
  throw new Problem(format || isKnown ? 'fileTypeMismatch' : 'fileTypeUnsupported')
}

function endingOf(fileName: string): string {
  const dot = fileName.lastIndexOf('.')
  return dot < 0 ? '' : fileName.slice(dot + 1).toLowerCase()
}

function isPdf(bytes: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(bytes.subarray(0, 1024)).includes('%PDF-')
}

const bmpHeaderSizes = new Set([12, 16, 40, 52, 56, 64, 108, 124])

function isBmp(bytes: Uint8Array): boolean {
  return startsWith(bytes, 'BM') && bytes.length >= 18 && bmpHeaderSizes.has(bytes[14]!) && bytes[15] === 0
}

/** UTF-8, UTF-16 with its mark, or one byte a character: without control characters but tab, line ends and form feed. */
function isText(bytes: Uint8Array): boolean {
  if (startsWith(bytes, '%PDF-')) return false
  if (startsWith(bytes, '\xff\xfe')) return isClean('utf-16le', bytes)
  if (startsWith(bytes, '\xfe\xff')) return isClean('utf-16be', bytes)
  return isClean('utf-8', bytes) || !controlBytes(bytes)
}

function isClean(encoding: string, bytes: Uint8Array): boolean {
  try {
    // stream: the last character may be cut by the end of what is looked at.
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true })
    return !/[\u0000-\u0008\u000b\u000e-\u001f\u007f]/.test(text)
  } catch {
    return false
  }
}

function controlBytes(bytes: Uint8Array): boolean {
  return bytes.some(
    (byte) => byte === 0x7f || (byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d && byte !== 0x0b)),
  )
}

function startsWith(bytes: Uint8Array, magic: string): boolean {
  for (let i = 0; i < magic.length; i++) if (bytes[i] !== magic.charCodeAt(i)) return false
  return true
}
