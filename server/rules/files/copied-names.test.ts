import { expect, test } from 'vitest'
import { copiedName } from './copied-names.ts'

test.each([
  ['plan.pdf', 'plan.pdf'],
  ['Q1/Q2\\Q3.pdf', 'Q1_Q2_Q3.pdf'],
  ['line\nbreak\u0000.txt', 'line_break_.txt'],
  ['gpj\u202e.exe', 'gpj_.exe'],
  ['.hidden', '_hidden'],
  ['..', '_.'],
  ['con.txt', '_con.txt'],
  ['  ', 'Unnamed'],
  ['\ud800.txt', '\ufffd.txt'],
])('a file named %j is kept as %j', (name, kept) => {
  expect(copiedName(name, 'file')).toBe(kept)
})

test('what is too long is shortened before its extension', () => {
  const name = copiedName(`${'ä'.repeat(300)}.pdf`, 'file')
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
  expect(name).toMatch(/^ä+\.pdf$/)
  expect(copiedName('x'.repeat(5000), 'folder')).toHaveLength(200)
})
