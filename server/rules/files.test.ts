import { expect, test } from 'vitest'
import { acceptedEndings, kindOf } from './files.ts'

function bytes(text: string, encoding: BufferEncoding = 'latin1'): Uint8Array {
  return Buffer.from(text, encoding)
}

const png = bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')
const jpeg = bytes('\xff\xd8\xff\xe0\0\x10JFIF')
const gif = bytes('GIF89a\x01\0\x01\0')
const bmp = bytes(`BM${'\0'.repeat(12)}\x28\0\0\0`)
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
] as const)('%s with the bytes of its kind is shown', (name, content, kind, mediaType) => {
  expect(kindOf(name, content)).toEqual({ kind, mediaType })
})

test.each([
  ['a.pdf', png, 'fileTypeMismatch'],
  ['a.pdf', bytes(`${'x'.repeat(1024)}%PDF-`), 'fileTypeMismatch'],
  ['a.png', jpeg, 'fileTypeMismatch'],
  ['a.jpg', bytes('MZ\x90\0'), 'fileTypeMismatch'],
  ['a.png', png.subarray(0, 7), 'fileTypeMismatch'],
  ['a.bmp', bytes('BM is how this text begins'), 'fileTypeMismatch'],
  ['a.txt', pdf, 'fileTypeMismatch'],
  ['a.txt', png, 'fileTypeMismatch'],
  ['a.txt', bytes('PK\x03\x04'), 'fileTypeMismatch'],
  ['a.txt', bytes('bell\x07'), 'fileTypeMismatch'],
  ['a.txt', bytes('\xff\xfea\0\0\0'), 'fileTypeMismatch'],
  ['scan', pdf, 'fileTypeMismatch'],
  ['photo.docx', jpeg, 'fileTypeMismatch'],
  ['a.docx', bytes('PK\x03\x04'), 'fileTypeUnsupported'],
  ['a.svg', bytes('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'fileTypeUnsupported'],
  ['a.html', bytes('<!doctype html>'), 'fileTypeUnsupported'],
  ['a.constructor', bytes('x'), 'fileTypeUnsupported'],
  ['notes', bytes('text'), 'fileTypeUnsupported'],
  ['a.pdf', bytes(''), 'fileEmpty'],
  ['a.exe', bytes(''), 'fileEmpty'],
] as const)('%s with other bytes is refused', (name, content, problem) => {
  expect(() => kindOf(name, content)).toThrow(expect.objectContaining({ problem }))
})

test('the endings for a file input are those that are taken', () => {
  expect(acceptedEndings).toBe('.pdf,.png,.jpg,.jpeg,.gif,.bmp,.txt,.text')
})
