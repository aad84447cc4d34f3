import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { SmallFiles } from './small-files.ts'

test.each([
  ['one after the other', Infinity],
  ['at the same time, where the disk is slow', -1],
])('many files are read %s, each as it is; one that is missing or too large fails alone', async (_, slow) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'small-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const files = Array.from({ length: 40 }, (__, at) => path.join(folder, String(at)))
  for (const [at, file] of files.entries()) writeFileSync(file, 'x'.repeat(at * 10))
  const large = path.join(folder, 'large')
  writeFileSync(large, 'x'.repeat(1001))
  const small = new SmallFiles(1000, slow)
  const read = (file: string) =>
    small.read(file).then(
      ({ length }) => length,
      ({ code }: NodeJS.ErrnoException) => code,
    )
  const all = [...files, path.join(folder, 'gone'), large]
  const expected = [...files.map((__, at) => at * 10), 'ENOENT', 'TOO_LARGE']
  expect(await Promise.all(all.map(read))).toEqual(expected)
  expect(await read(files[7]!)).toBe(70)
})
