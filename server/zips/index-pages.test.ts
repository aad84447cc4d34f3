import { expect, test } from 'vitest'
import { indexCsv, indexHtml } from './index-pages.ts'
import { partsOf } from './parts.ts'

const file = { original: null, size: 3, sha256: 'ab'.repeat(32), modifiedAt: 0 }

test('the index lists the files by folder, offline and without anything live', () => {
  const files = [
    { ...file, path: '=cmd|x.txt' },
    { ...file, path: 'Plans/<b>&".txt', original: 'Plans/far/<b>.txt' },
  ]
  const index = { title: 'A <room>', part: { number: 2, of: 3 }, files, folders: ['Plans/Later'] }
  const html = indexHtml(index)
  expect(html).toContain('Part 2 of 3. 2 files')
  expect(html).toContain('<summary>Later</summary>')
  expect(html).toContain('href="./Plans/%3Cb%3E%26%22.txt"')
  expect(html).not.toMatch(/<b>|<room>|<script|https?:/)
  expect(indexCsv(index).split('\r\n').slice(1, 3)).toEqual([
    `'=cmd|x.txt,'=cmd|x.txt,3,${file.sha256},1970-01-01T00:00:00.000Z`,
    `"Plans/<b>&"".txt",Plans/far/<b>.txt,3,${file.sha256},1970-01-01T00:00:00.000Z`,
  ])
})

test('parts stay under the limit, and a file above it is one of its own', () => {
  const sizes = [300_000, 300_000, 5_000_000, 10, 700_000]
  expect(
    partsOf(
      sizes.map((size, at) => ({ path: `${at}.txt`, original: `${at}.txt`, size })),
      800_000,
    ),
  ).toEqual([1, 1, 2, 3, 3])
  expect(partsOf([], 800_000)).toEqual([])
})
