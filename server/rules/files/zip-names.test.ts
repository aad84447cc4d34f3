import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeName, zipPaths } from './zip-names.ts'

test('a name stays in its folder, and means nothing to a system', () => {
  expect(
    ['..', '.', '', '../../etc/passwd', '/etc', 'C:\\x', 'a\0b', 'CON', 'nul.txt', 'COM1.tar.gz'].map(
      safeName,
    ),
  ).toEqual(['_', '_', '_', '.._.._etc_passwd', '_etc', 'C__x', 'a_b', '_CON', '_nul.txt', '_COM1.tar.gz'])
  expect(safeName('report\u202egnp.exe')).toBe('reportgnp.exe')
  expect(safeName('console.txt')).toBe('console.txt')
  expect(safeName('Ends. . ')).toBe('Ends')
})

test('a long name is cut between characters and keeps its ending', () => {
  const name = safeName(`${'日'.repeat(200)}.pdf`)
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(240)
  expect(name).toMatch(/^日+\.pdf$/)
})

test('what has the same name is numbered, whatever its case', () => {
  expect(zipPaths([['a.txt'], ['A.TXT'], ['a.txt'], ['a (2).txt'], ['index.html']], ['index.html'])).toEqual([
    'a.txt',
    'A (2).TXT',
    'a (3).txt',
    'a (2) (2).txt',
    'index (2).html',
  ])
})

test('folders whose names differ only by case are one; no file is called like a folder', () => {
  expect(zipPaths([['Docs', 'a.txt'], ['docs', 'A.txt'], ['DOCS']], [])).toEqual([
    'Docs/a.txt',
    'Docs/A (2).txt',
    'DOCS (2)',
  ])
  expect(zipPaths([['index.csv', 'a.txt']], ['index.csv'])).toEqual(['index (2).csv/a.txt'])
})

test('a path that is too long for Windows is moved where it fits', () => {
  const deep = Array.from({ length: 30 }, (_, at) => `a folder ${at}`)
  expect(
    zipPaths(
      [
        [...deep, 'a.txt'],
        [...deep, 'more', 'a.txt'],
      ],
      [],
    ),
  ).toEqual(['Long paths/a.txt', 'Long paths/a (2).txt'])
})

test('a folder that is an entry ends with a slash, where the files in it would be', () => {
  expect(
    zipPaths(
      [
        ['Docs', 'a.txt'],
        ['docs', ''],
        ['index.csv', ''],
        ['..', 'x', ''],
      ],
      ['index.csv'],
    ),
  ).toEqual(['Docs/a.txt', 'Docs/', 'index (2).csv/', '_/x/'])
  expect(zipPaths([[...Array.from({ length: 30 }, () => 'a folder'), '']], [])).toEqual([
    'Long paths/a folder/',
  ])
})

test('any names at all become safe and different paths', () => {
  const name = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
    fc.constantFrom('..', '.', 'CON', 'a', 'A', 'a.txt', 'index.html', '/', '\\', '\0', '\u202e', ' '),
  )
  const property = fc.property(
    fc.array(fc.array(name, { minLength: 1, maxLength: 5 }), { maxLength: 40 }),
    (all) => {
      const paths = zipPaths(all, ['index.html'])
      const keys = new Set(['index.html', ...paths.map((path) => path.toLowerCase())])
      expect(keys.size).toBe(paths.length + 1)
      for (const path of paths) {
        expect(path.length).toBeLessThan(230)
        const parts = path.split('/')
        for (const [at, part] of parts.entries()) {
          expect(part).not.toMatch(/^\.{0,2}$|[\p{Cc}<>:"\\|?*\u202e]|[\s.]$/u)
          expect(Buffer.byteLength(part)).toBeLessThanOrEqual(255)
          if (at > 0) expect(keys.has(parts.slice(0, at).join('/').toLowerCase())).toBe(false)
        }
      }
    },
  )
  fc.assert(property)
})
