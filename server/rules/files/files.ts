import {
  hasBmpHeader,
  hasMailHeader,
  isAiff,
  isAvif,
  isBareText,
  isBareWorkbook,
  isEnhancedMetafile,
  isIsoMedia,
  isJpeg2000,
  isMetafile,
  isMpegAudio,
  isMpegVideo,
  isPdf,
  isQuickTime,
  isRiff,
  isText,
  startsWith,
} from './signatures.ts'
import { Problem } from '#server/rules/problems.ts'

/**
 * How a file is shown. Pages of a PDF, an image and a text are rendered from the file itself; those of an office
 * document, a spreadsheet and an email from a conversion. Video and audio are played; others can only be downloaded.
 */
export type FileKind = 'pdf' | 'image' | 'text' | 'office' | 'sheet' | 'mail' | 'media' | 'other'
export type KnownFile = Readonly<{ kind: FileKind; mediaType: string }>

/** How many of a file's first bytes kindOf wants. */
export const bytesToSniff = 4096

type IsIn = (bytes: Uint8Array) => boolean
type Format = KnownFile & { isIn: IsIn }
type Row = readonly [endings: string, mediaType: string, isIn: IsIn]

/** The media type of JPEG 2000, which needs its own decoder. */
export const jpeg2000Type = 'image/jp2'

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
const slides = 'application/vnd.openxmlformats-officedocument.presentationml'
const cells = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const openDocument = 'application/vnd.oasis.opendocument'

const isZip = beginsWith('PK\x03\x04')
const isOle = beginsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')
const isRichText = beginsWith('{\\rtf')
// With a password, Microsoft's newer formats are inside a container of the older kind.
const isOffice = anyOf(isZip, isOle)
const isProgram = anyOf(beginsWith('MZ'), beginsWith('\x7fELF'))
const isTiff = anyOf(beginsWith('II*\0'), beginsWith('MM\0*'), beginsWith('II+\0'), beginsWith('MM\0+'))
const isWindowsMedia = beginsWith('\x30\x26\xb2\x75\x8e\x66\xcf\x11')
const isMatroska = beginsWith('\x1a\x45\xdf\xa3')
const isOgg = beginsWith('OggS')

/**
 * What can be shown. Everything else is only stored and sent back: programs (SVG and HTML are programs, not images or
 * text), archives, and images that the image library here cannot read (HEIC).
 */
const rows: Record<Exclude<FileKind, 'other'>, readonly Row[]> = {
  pdf: [['pdf', 'application/pdf', isPdf]],
  image: [
    ['png', 'image/png', beginsWith('\x89PNG\r\n\x1a\n')],
    ['jpg jpeg', 'image/jpeg', beginsWith('\xff\xd8\xff')],
    ['gif', 'image/gif', anyOf(beginsWith('GIF87a'), beginsWith('GIF89a'))],
    ['bmp', 'image/bmp', hasBmpHeader],
    ['webp', 'image/webp', isRiff('WEBP')],
    ['tif tiff', 'image/tiff', isTiff],
    ['avif', 'image/avif', isAvif],
    ['jp2 j2k j2c jpx jpf', jpeg2000Type, isJpeg2000],
  ],
  text: [
    ['txt text log xml', 'text/plain', isText],
    ['md markdown', 'text/markdown', isText],
    ['csv', 'text/csv', isText],
    ['tsv', 'text/tab-separated-values', isText],
    ['json', 'application/json', isText],
  ],
  office: [
    ['doc dot', 'application/msword', anyOf(isOle, isRichText, isBareText)],
    ['docx', `${word}.document`, isOffice],
    ['docm', 'application/vnd.ms-word.document.macroEnabled.12', isOffice],
    ['dotx', `${word}.template`, isOffice],
    ['dotm', 'application/vnd.ms-word.template.macroEnabled.12', isOffice],
    ['odt', `${openDocument}.text`, isZip],
    ['ott', `${openDocument}.text-template`, isZip],
    ['fodt', `${openDocument}.text-flat-xml`, isText],
    ['rtf', 'application/rtf', isRichText],
    ['ppt pps pot', 'application/vnd.ms-powerpoint', isOle],
    ['pptx', `${slides}.presentation`, isOffice],
    ['pptm', 'application/vnd.ms-powerpoint.presentation.macroEnabled.12', isOffice],
    ['ppsx', `${slides}.slideshow`, isOffice],
    ['ppsm', 'application/vnd.ms-powerpoint.slideshow.macroEnabled.12', isOffice],
    ['potx', `${slides}.template`, isOffice],
    ['potm', 'application/vnd.ms-powerpoint.template.macroEnabled.12', isOffice],
    ['odp', `${openDocument}.presentation`, isZip],
    ['otp', `${openDocument}.presentation-template`, isZip],
    ['fodp', `${openDocument}.presentation-flat-xml`, isText],
    ['emf', 'image/emf', isEnhancedMetafile],
    ['wmf', 'image/wmf', isMetafile],
  ],
  sheet: [
    ['xls xlt', 'application/vnd.ms-excel', anyOf(isOle, isBareWorkbook)],
    ['xlsx', `${cells}.sheet`, isOffice],
    ['xltx', `${cells}.template`, isOffice],
    ['xltm', 'application/vnd.ms-excel.template.macroEnabled.12', isOffice],
    ['xlsm', 'application/vnd.ms-excel.sheet.macroEnabled.12', isOffice],
    ['xlsb', 'application/vnd.ms-excel.sheet.binary.macroEnabled.12', isOffice],
    ['ods', `${openDocument}.spreadsheet`, isZip],
    ['ots', `${openDocument}.spreadsheet-template`, isZip],
    ['fods', `${openDocument}.spreadsheet-flat-xml`, isText],
  ],
  mail: [['eml', 'message/rfc822', hasMailHeader]],
  media: [
    ['mp4 m4v', 'video/mp4', isIsoMedia],
    ['mov', 'video/quicktime', isQuickTime],
    ['3gp', 'video/3gpp', isIsoMedia],
    ['avi', 'video/x-msvideo', isRiff('AVI ')],
    ['mpeg mpg mpe mpv', 'video/mpeg', isMpegVideo],
    ['wmv', 'video/x-ms-wmv', isWindowsMedia],
    ['webm', 'video/webm', isMatroska],
    ['mkv', 'video/x-matroska', isMatroska],
    ['flv', 'video/x-flv', beginsWith('FLV')],
    ['ogv', 'video/ogg', isOgg],
    ['ogg oga opus', 'audio/ogg', isOgg],
    ['mp3', 'audio/mpeg', isMpegAudio],
    ['m4a', 'audio/mp4', isIsoMedia],
    ['aac', 'audio/aac', anyOf(isMpegAudio, beginsWith('ADIF'))],
    ['wav', 'audio/wav', isRiff('WAVE')],
    ['flac', 'audio/flac', anyOf(beginsWith('fLaC'), beginsWith('ID3'))],
    ['wma', 'audio/x-ms-wma', isWindowsMedia],
    ['aif aiff aifc', 'audio/aiff', isAiff],
  ],
}

const formats: ReadonlyMap<string, Format> = new Map(
  Object.entries(rows).flatMap(([kind, ofKind]) =>
    ofKind.flatMap(([endings, mediaType, isIn]) =>
      endings.split(' ').map((ending) => [ending, { kind: kind as FileKind, mediaType, isIn }] as const),
    ),
  ),
)

const downloadOnly: KnownFile = { kind: 'other', mediaType: 'application/octet-stream' }

/**
 * A file's kind, from its extension and its first bytes (up to bytesToSniff), which must agree if the extension is
 * known. What may be a text, PDF or document that nothing here can show is download only. Throws Problem fileEmpty,
 * fileTypeMismatch.
 */
export function kindOf(fileName: string, firstBytes: Uint8Array): KnownFile {
  if (firstBytes.length === 0) throw new Problem('fileEmpty')
  const ending = endingOf(fileName)
  const format = formats.get(ending)
  if (format?.isIn(firstBytes)) return { kind: format.kind, mediaType: format.mediaType }
  if (format && mayBeOlder(format, firstBytes)) return downloadOnly
  // Without an extension, an image or PDF only needs to be renamed.
  if (format || (ending === '' && isPictureOrPdf(firstBytes))) throw new Problem('fileTypeMismatch')
  return downloadOnly
}

/** The kind that a file's name claims; its bytes may say otherwise. */
export function kindByName(fileName: string): FileKind {
  return formats.get(endingOf(fileName))?.kind ?? 'other'
}

/** Whether a file with this name is an image of a kind that cannot be read here, and only needs to be sent as JPEG. */
export function isHeic(fileName: string): boolean {
  return ['heic', 'heics', 'heif', 'heifs', 'hif'].includes(endingOf(fileName))
}

/** Whether a file of this kind has pages when it is rendered. */
export function hasPages(kind: FileKind): boolean {
  return kind !== 'media' && kind !== 'other'
}

/** The reason class of files that this installation has no program for. */
export const noConverter = 'no converter' as const

/** Whether a file can be shown in the browser at all; `renderError` is its reason class, if it has one. */
export function isShown(kind: FileKind, renderError: string | null): boolean {
  return kind !== 'other' && renderError !== noConverter
}

function endingOf(fileName: string): string {
  const dot = fileName.lastIndexOf('.')
  return dot < 0 ? '' : fileName.slice(dot + 1).toLowerCase()
}

/** Texts with control characters or in another encoding, a PDF that begins late, documents of long-gone programs. */
function mayBeOlder({ kind }: KnownFile, bytes: Uint8Array): boolean {
  if (kind === 'pdf') return new TextDecoder('latin1').decode(bytes).includes('%PDF-')
  const isOfOthers = isPictureOrPdf(bytes) || isOffice(bytes) || isRichText(bytes) || isProgram(bytes)
  if (isOfOthers) return false
  // Text named like a workbook is often an HTML page, with any script.
  return kind === 'text' || ((kind === 'office' || kind === 'sheet') && !isText(bytes))
}

function isPictureOrPdf(bytes: Uint8Array): boolean {
  return [...rows.pdf, ...rows.image].some(([, , isIn]) => isIn(bytes))
}

function beginsWith(magic: string): IsIn {
  return (bytes) => startsWith(bytes, magic)
}

function anyOf(...some: IsIn[]): IsIn {
  return (bytes) => some.some((isIn) => isIn(bytes))
}
