/** What a file or a part of a package is by its first bytes, whatever its name. */
export type PartKind = 'package' | 'compound' | 'gzip' | 'xml' | 'rtf' | 'text' | 'binary'

/** Bytes of its beginning that say what a part is. */
export const headBytes = 4096

const starts: readonly (readonly [string, PartKind])[] = [
  ['PK\x03\x04', 'package'],
  ['PK\x05\x06', 'package'],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'compound'],
  ['\x1f\x8b', 'gzip'],
  ['%PDF-', 'binary'],
  // PostScript is a program, and what would run it reads files.
  ['%!', 'text'],
  ['\xc5\xd0\xd3\xc6', 'text'],
]
/** XML of encodings that are not read here: UTF-32 and EBCDIC. */
const unreadable = [
  '\xff\xfe\x00\x00',
  '\x00\x00\xfe\xff',
  '<\x00\x00\x00',
  '\x00\x00\x00<',
  '\x4c\x6f\xa7\x94',
]

/** Text that is not XML, including images written as programs, counts as `text`: no one needs it in a document. */
export function partKind(head: Buffer): PartKind {
  const bytes = head.toString('latin1')
  const known = starts.find(([start]) => bytes.startsWith(start))
  if (known) return known[1]
  if (unreadable.some((start) => bytes.startsWith(start))) return 'text'
  const text = new TextDecoder(unicodeOf(head) ?? 'latin1').decode(head)
  const begins = text.replace(/^(?:\u00ef\u00bb\u00bf)?[\s\0]+|^\u00ef\u00bb\u00bf/, '')
  if (begins.startsWith('<')) return 'xml'
  if (begins.startsWith('{\\rt')) return 'rtf'
  return isText(head) ? 'text' : 'binary'
}

/** The encoding of XML by its first bytes, or null if they leave it open. */
export function unicodeOf(head: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' | null {
  const bytes = head.toString('latin1', 0, 3)
  if (bytes === '\xef\xbb\xbf') return 'utf-8'
  if (bytes.startsWith('\xff\xfe') || bytes.startsWith('<\0')) return 'utf-16le'
  if (bytes.startsWith('\xfe\xff') || bytes.startsWith('\0<')) return 'utf-16be'
  return null
}

function isText(head: Buffer): boolean {
  return head.length > 0 && head.every((byte) => byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d))
}
