import { expect, test } from 'vitest'
import { fileName, personName } from './names.ts'

test.each([
  'report.pdf',
  'Grüße an alle.txt',
  '合同 (final).pdf',
  'no ending',
  'console.txt',
  'com10.txt',
  'a.con',
  "it's, 100% & more; [x] {y} #z @.png",
  `${'x'.repeat(251)}.pdf`,
])('%s is a file name', (name) => {
  expect(fileName(name)).toBe(name)
})

test('a file name is kept composed and without space at its ends', () => {
  expect(fileName('  Gru\u0308n.txt ')).toBe('Grün.txt')
})

test.each([
  '',
  '   ',
  'a\\b',
  'a/b',
  'a:b',
  'a*b',
  'a?b',
  'a"b',
  'a<b',
  'a>b',
  'a|b',
  '.htaccess',
  '..',
  'nul',
  'NUL.txt',
  'Con.tar.gz',
  'prn .pdf',
  'aux.pdf',
  'lpt0',
  'LPT9.png',
  'com1',
  'COM³.txt',
  'a\u0000b',
  'a\nb.pdf',
  'a\u0085b',
  'invoice\u202efdp.exe',
  'a\u2066b',
  'lone \ud800.txt',
  `${'x'.repeat(252)}.pdf`,
  'ü'.repeat(128),
])('%j is refused as a file name', (name) => {
  expect(() => fileName(name)).toThrow(expect.objectContaining({ problem: 'fileNameRefused' }))
})

test.each([
  'Al',
  'Anne-Marie',
  "O'Neil",
  'van der Berg',
  'J. Smith',
  'José',
  'Nguyễn Văn',
  '山田',
  'Μαρία',
  "Jean-Luc d'Arc",
])('%s is a name of a person', (name) => {
  expect(personName(name)).toBe(name)
})

test('a name of a person is tidied', () => {
  expect(personName('  Anna \t  Lee ')).toBe('Anna Lee')
  expect(personName('O’Neil')).toBe("O'Neil")
  expect(personName('Ａｎｎａ')).toBe('Anna')
  expect(personName('𝐀nna')).toBe('Anna')
})

test.each([
  '',
  'A',
  ' A ',
  "'Al",
  '-Al',
  '1st',
  'Al3',
  'a@b',
  'Al <b>',
  'http://x.y',
  'Al--Bo',
  'Al/Bo',
  'Al\u202eBo',
  'Аnna',
  'Annа Lee',
  'Αnna',
  '\u0301a',
])('%j is refused as a name of a person', (name) => {
  expect(personName(name)).toBeNull()
})

test('a name has at most 200 letters, so that no pattern has much to look through', () => {
  expect(personName('a'.repeat(200))).toBe('a'.repeat(200))
  expect(personName('a'.repeat(201))).toBeNull()
})
