import { expect, test } from 'vitest'
import { hasPages, isHeic, isShown, kindOf } from './files.ts'

function bytes(text: string, encoding: BufferEncoding = 'latin1'): Uint8Array {
  return Buffer.from(text, encoding)
}

const png = bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')
const jpeg = bytes('\xff\xd8\xff\xe0\0\x10JFIF')
const gif = bytes('GIF89a\x01\0\x01\0')
const bmp = bytes(`BM${'\0'.repeat(12)}\x28\0\0\0`)
const zip = bytes('PK\x03\x04')
const ole = bytes('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')
const richText = bytes('{\\rtf1\\ansi')
const film = bytes('\0\0\0\x18ftypmp42\0\0\0\0mp42isom')
const windowsMedia = bytes('\x30\x26\xb2\x75\x8e\x66\xcf\x11')
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
const slides = 'application/vnd.openxmlformats-officedocument.presentationml'
const pdf = bytes('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n')

test.each([
  ['a.pdf', pdf, 'pdf', 'application/pdf'],
  ['a.PDF', bytes(`${'junk '.repeat(100)}%PDF-1.4`), 'pdf', 'application/pdf'],
  ['a.png', png, 'image', 'image/png'],
  ['a.jpg', jpeg, 'image', 'image/jpeg'],
  ['a.b.JPEG', jpeg, 'image', 'image/jpeg'],
  ['a.gif', gif, 'image', 'image/gif'],
  ['a.gif', bytes('GIF87a'), 'image', 'image/gif'],
  ['a.bmp', bmp, 'image', 'image/bmp'],
  ['a.txt', bytes('plain\r\n\ttext\f'), 'text', 'text/plain'],
  ['a.txt', bytes('häß 文', 'utf8'), 'text', 'text/plain'],
  ['a.txt', bytes('\ufeffmarked', 'utf8'), 'text', 'text/plain'],
  ['a.txt', bytes('\ufeffwide', 'utf16le'), 'text', 'text/plain'],
  ['a.txt', bytes('\xfe\xff\0w\0i'), 'text', 'text/plain'],
  ['a.txt', bytes('caf\xe9 \x93quoted\x94'), 'text', 'text/plain'],
  ['a.txt', bytes('<html><script>alert(1)</script>'), 'text', 'text/plain'],
  ['a.txt', bytes('BMW, GIFs and more'), 'text', 'text/plain'],
  ['a.txt', bytes('文', 'utf8').subarray(0, 2), 'text', 'text/plain'],
  ['a.webp', bytes('RIFF\x10\0\0\0WEBPVP8 '), 'image', 'image/webp'],
  ['a.tif', bytes('II*\0\x08\0\0\0'), 'image', 'image/tiff'],
  ['a.tiff', bytes('MM\0*\0\0\0\x08'), 'image', 'image/tiff'],
  ['a.jp2', bytes('\0\0\0\x0cjP  \r\n\x87\n'), 'image', 'image/jp2'],
  ['a.j2k', bytes('\xff\x4f\xff\x51\0'), 'image', 'image/jp2'],
  ['a.avif', bytes('\0\0\0\x20ftypavif\0\0\0\0avifmif1'), 'image', 'image/avif'],
  ['a.avif', bytes('\0\0\0\x20ftypmif1\0\0\0\0avifmif1'), 'image', 'image/avif'],
  ['a.md', bytes('# Title'), 'text', 'text/markdown'],
  ['a.csv', bytes('a;b\r\n1;2'), 'text', 'text/csv'],
  ['a.tsv', bytes('a\tb'), 'text', 'text/tab-separated-values'],
  ['a.json', bytes('{"a":1}'), 'text', 'application/json'],
  ['a.log', bytes('12:00 started'), 'text', 'text/plain'],
  // Never as XML: a browser might run what it contains.
  [
    'a.xml',
    bytes('<?xml version="1.0"?><script xmlns="http://www.w3.org/1999/xhtml"/>'),
    'text',
    'text/plain',
  ],
  ['a.doc', ole, 'office', 'application/msword'],
  ['a.doc', richText, 'office', 'application/msword'],
  ['a.dot', ole, 'office', 'application/msword'],
  ['word2.doc', bytes('\xdb\xa5-\0'), 'office', 'application/msword'],
  ['a.docx', zip, 'office', `${word}.document`],
  ['a.docm', zip, 'office', 'application/vnd.ms-word.document.macroEnabled.12'],
  ['a.ott', zip, 'office', 'application/vnd.oasis.opendocument.text-template'],
  ['a.fodt', bytes('<?xml version="1.0"?>'), 'office', 'application/vnd.oasis.opendocument.text-flat-xml'],
  ['a.pot', ole, 'office', 'application/vnd.ms-powerpoint'],
  ['a.potx', zip, 'office', `${slides}.template`],
  ['a.xltx', zip, 'sheet', 'application/vnd.openxmlformats-officedocument.spreadsheetml.template'],
  ['a.emf', bytes(`\x01\0\0\0${'\0'.repeat(36)} EMF`), 'office', 'image/emf'],
  ['a.wmf', bytes('\xd7\xcd\xc6\x9a\0\0'), 'office', 'image/wmf'],
  ['a.aiff', bytes('FORM\0\0\x10\0AIFFCOMM'), 'media', 'audio/aiff'],
  ['locked.docx', ole, 'office', `${word}.document`],
  ['a.dotx', zip, 'office', `${word}.template`],
  ['a.odt', zip, 'office', 'application/vnd.oasis.opendocument.text'],
  ['a.rtf', richText, 'office', 'application/rtf'],
  ['a.ppt', ole, 'office', 'application/vnd.ms-powerpoint'],
  ['a.pps', ole, 'office', 'application/vnd.ms-powerpoint'],
  ['a.pptx', zip, 'office', `${slides}.presentation`],
  ['a.ppsx', zip, 'office', `${slides}.slideshow`],
  ['a.odp', zip, 'office', 'application/vnd.oasis.opendocument.presentation'],
  ['a.xls', ole, 'sheet', 'application/vnd.ms-excel'],
  ['excel2.xls', bytes('\x09\0\x04\0\x02\0\x10\0'), 'sheet', 'application/vnd.ms-excel'],
  ['excel3.xls', bytes('\x09\x02\x06\0\0\0\x10\0\0\0'), 'sheet', 'application/vnd.ms-excel'],
  ['excel4.xlt', bytes('\x09\x04\x06\0\0\0\x10\0\0\0'), 'sheet', 'application/vnd.ms-excel'],
  ['a.xlsx', zip, 'sheet', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['a.xlsm', zip, 'sheet', 'application/vnd.ms-excel.sheet.macroEnabled.12'],
  ['a.xlsb', zip, 'sheet', 'application/vnd.ms-excel.sheet.binary.macroEnabled.12'],
  ['a.ods', zip, 'sheet', 'application/vnd.oasis.opendocument.spreadsheet'],
  ['a.eml', bytes('Received: from a\r\n\tby b\r\n'), 'mail', 'message/rfc822'],
  ['a.eml', bytes('From anna Mon Jan  1\nX-Mailer: b'), 'mail', 'message/rfc822'],
  ['a.mp4', film, 'media', 'video/mp4'],
  ['a.m4v', film, 'media', 'video/mp4'],
  ['a.mov', film, 'media', 'video/quicktime'],
  ['a.mov', bytes('\0\0\0\x08wide'), 'media', 'video/quicktime'],
  ['a.3gp', film, 'media', 'video/3gpp'],
  ['a.avi', bytes('RIFF\x10\0\0\0AVI LIST'), 'media', 'video/x-msvideo'],
  ['a.mpg', bytes('\0\0\x01\xba'), 'media', 'video/mpeg'],
  ['a.mpv', bytes('\0\0\x01\xb3'), 'media', 'video/mpeg'],
  ['a.mpe', bytes(`G${'x'.repeat(187)}`.repeat(3)), 'media', 'video/mpeg'],
  ['a.wmv', windowsMedia, 'media', 'video/x-ms-wmv'],
  ['a.wma', windowsMedia, 'media', 'audio/x-ms-wma'],
  ['a.webm', bytes('\x1a\x45\xdf\xa3'), 'media', 'video/webm'],
  ['a.mkv', bytes('\x1a\x45\xdf\xa3'), 'media', 'video/x-matroska'],
  ['a.flv', bytes('FLV\x01'), 'media', 'video/x-flv'],
  ['a.ogv', bytes('OggS'), 'media', 'video/ogg'],
  ['a.ogg', bytes('OggS'), 'media', 'audio/ogg'],
  ['a.opus', bytes('OggS'), 'media', 'audio/ogg'],
  ['a.mp3', bytes('ID3\x04'), 'media', 'audio/mpeg'],
  ['a.mp3', bytes('\xff\xfb\x90'), 'media', 'audio/mpeg'],
  ['a.m4a', film, 'media', 'audio/mp4'],
  ['a.aac', bytes('\xff\xf1\x50'), 'media', 'audio/aac'],
  ['a.wav', bytes('RIFF\x10\0\0\0WAVEfmt '), 'media', 'audio/wav'],
  ['a.flac', bytes('fLaC'), 'media', 'audio/flac'],
] as const)('%s with the bytes of its kind is shown', (name, content, kind, mediaType) => {
  expect(kindOf(name, content)).toEqual({ kind, mediaType })
})

test.each([
  ['a.pdf', png, 'fileTypeMismatch'],
  ['a.txt', bytes('MZ\x90\0'), 'fileTypeMismatch'],
  ['a.png', jpeg, 'fileTypeMismatch'],
  ['a.jpg', bytes('MZ\x90\0'), 'fileTypeMismatch'],
  ['a.png', png.subarray(0, 7), 'fileTypeMismatch'],
  ['a.bmp', bytes('BM is how this text begins'), 'fileTypeMismatch'],
  ['a.txt', pdf, 'fileTypeMismatch'],
  ['a.txt', png, 'fileTypeMismatch'],
  ['a.txt', bytes('PK\x03\x04'), 'fileTypeMismatch'],
  ['scan', pdf, 'fileTypeMismatch'],
  ['photo.docx', jpeg, 'fileTypeMismatch'],
  ['a.webp', bytes('RIFF\0\0\0\0WAVE'), 'fileTypeMismatch'],
  ['a.jp2', bytes('\xff\xd8\xff\xe0'), 'fileTypeMismatch'],
  ['a.avif', bytes('\0\0\0\x20ftypisom\0\0\0\0'), 'fileTypeMismatch'],
  ['a.mp4', bytes('\0\0\0\x20ftypavif\0\0\0\0'), 'fileTypeMismatch'],
  ['a.tiff', jpeg, 'fileTypeMismatch'],
  ['a.csv', zip, 'fileTypeMismatch'],
  ['a.docx', richText, 'fileTypeMismatch'],
  ['a.doc', zip, 'fileTypeMismatch'],
  ['a.odt', ole, 'fileTypeMismatch'],
  ['a.rtf', ole, 'fileTypeMismatch'],
  ['a.xlsx', bytes('a,b,c'), 'fileTypeMismatch'],
  ['a.xls', bytes('<html><table>'), 'fileTypeMismatch'],
  ['a.eml', bytes('Dear Anna, thank you: it came.'), 'fileTypeMismatch'],
  ['a.eml', png, 'fileTypeMismatch'],
  ['a.mp4', bytes('RIFF\0\0\0\0AVI '), 'fileTypeMismatch'],
  ['a.mp3', zip, 'fileTypeMismatch'],
  ['a.mpg', bytes('G but no packets'), 'fileTypeMismatch'],
  ['a.webm', bytes('MZ'), 'fileTypeMismatch'],
  ['a.pdf', bytes(''), 'fileEmpty'],
  ['a.exe', bytes(''), 'fileEmpty'],
] as const)('%s with other bytes is refused', (name, content, problem) => {
  expect(() => kindOf(name, content)).toThrow(expect.objectContaining({ problem }))
})

test.each([
  ['a.zip', zip],
  ['late.pdf', bytes(`${'x'.repeat(1024)}%PDF-`)],
  ['coloured.log', bytes('\x1b[31mfailed\x1b[0m')],
  ['bell.txt', bytes('bell\x07')],
  ['wide.txt', bytes('wide', 'utf16le')],
  ['wide.csv', bytes('\xff\xfea\0\0\0')],
  ['early.xls', bytes('\x09\x04\x3c\0\0\0')],
  ['word1.doc', bytes('\x9b\xa5!\0')],
  ['drawing.ai', pdf],
  ['raw.dng', bytes('II*\0')],
  ['a.svg', bytes('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['a.html', bytes('<!doctype html>')],
  ['setup.exe', bytes('MZ\x90\0')],
  ['a.heic', bytes('\0\0\0\x18ftypheic')],
  ['a.msg', ole],
  ['a.constructor', bytes('x')],
  ['notes', bytes('text')],
])('%s can only be downloaded', (name, content) => {
  expect(kindOf(name, content)).toEqual({ kind: 'other', mediaType: 'application/octet-stream' })
})

test('pictures of telephones that cannot be read are known by their names', () => {
  expect(['a.HEIC', 'b.heif', 'c.jpg', 'heic'].map(isHeic)).toEqual([true, true, false, false])
})

test('video, audio and unknown files have no pages; unknown ones and those without a program are not shown', () => {
  expect((['pdf', 'sheet', 'media', 'other'] as const).map(hasPages)).toEqual([true, true, false, false])
  expect(isShown('office', null)).toBe(true)
  expect(isShown('office', 'corrupt')).toBe(true)
  expect(isShown('office', 'no converter')).toBe(false)
  expect(isShown('other', null)).toBe(false)
})
