import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { crc32 } from 'node:zlib'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Archive, type ArchiveEntry } from './archive.ts'

type File = { path: string; bytes: Buffer; modifiedAt: number }

function archiveOf(files: readonly File[]): Archive {
  return new Archive(
    files.map(({ path: name, bytes, modifiedAt }) => ({
      path: name,
      size: bytes.length,
      crc32: crc32(bytes),
      modifiedAt,
    })),
  )
}

function read(archive: Archive, files: readonly File[], start = 0, end = archive.length): Buffer {
  return Buffer.concat(
    [...archive.pieces(start, end)].map((piece) =>
      piece.kind === 'bytes' ? piece.bytes : files[piece.index]!.bytes.subarray(piece.start, piece.end),
    ),
  )
}

const at = Date.UTC(2026, 10, 26, 12, 30, 40)
const files: File[] = [
  { path: 'Plans/übersicht.txt', bytes: Buffer.from('one'), modifiedAt: at },
  { path: 'empty.txt', bytes: Buffer.alloc(0), modifiedAt: at },
  { path: '日本/文書.bin', bytes: Buffer.alloc(70_000, 7), modifiedAt: at },
]

test('the length is known beforehand, and any range is a part of the whole', () => {
  const content = fc.record({
    path: fc.stringMatching(/^[a-zé日]{1,20}$/),
    bytes: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    modifiedAt: fc.integer({ min: 0, max: 4e12 }),
  })
  const property = fc.property(
    fc.array(content, { maxLength: 8 }),
    fc.nat(),
    fc.nat(),
    (some, one, other) => {
      const archive = archiveOf(some)
      const whole = read(archive, some)
      expect(whole.length).toBe(archive.length)
      const [start, end] = [one % (whole.length + 1), other % (whole.length + 1)].toSorted((a, b) => a - b)
      expect(read(archive, some, start, end).equals(whole.subarray(start, end))).toBe(true)
    },
  )
  fc.assert(property)
})

/** The last three files that Python unpacks, which checks their CRC-32: names, sizes, times. */
function unpacked(bytes: Buffer): unknown {
  const folder = mkdtempSync(path.join(tmpdir(), 'archive-'))
  try {
    const file = path.join(folder, 'a.zip')
    writeFileSync(file, bytes)
    const script = `import json, sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
for i in z.infolist()[-3:]: z.read(i)
print(json.dumps([[i.filename, i.file_size, list(i.date_time)] for i in z.infolist()[-3:]]))`
    return JSON.parse(execFileSync('python3', ['-c', script, file], { encoding: 'utf8' }))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const hasPython = spawnSync('python3', ['--version']).status === 0

test.runIf(hasPython)('another program unpacks it, with names in any script and the true time', () => {
  const time = [2026, 11, 26, 12, 30, 40]
  expect(unpacked(read(archiveOf(files), files))).toEqual([
    ['Plans/übersicht.txt', 3, time],
    ['empty.txt', 0, time],
    ['日本/文書.bin', 70_000, time],
  ])
  expect(unpacked(read(archiveOf([]), []))).toEqual([])
})

test.runIf(hasPython)('more entries than 16 bits count are unpacked', () => {
  const many = Array.from({ length: 65_536 }, (_, number) => ({
    path: `${number}.txt`,
    bytes: Buffer.from(String(number)),
    modifiedAt: at,
  }))
  const time = [2026, 11, 26, 12, 30, 40]
  expect(unpacked(read(archiveOf(many), many))).toEqual(
    [65_533, 65_534, 65_535].map((number) => [`${number}.txt`, 5, time]),
  )
})

test('behind 4 GB sizes and offsets are those of ZIP64', () => {
  const large: ArchiveEntry = { path: 'large.bin', size: 5 * 1024 ** 3, crc32: 1, modifiedAt: at }
  const archive = new Archive([large, { ...large, path: 'small.bin', size: 3 }])
  const pieces = [...archive.pieces(0, archive.length)]
  const length = pieces.reduce(
    (sum, piece) => sum + (piece.kind === 'bytes' ? piece.bytes.length : piece.end - piece.start),
    0,
  )
  expect(length).toBe(archive.length)
  const end = pieces.at(-1) as { bytes: Buffer }
  expect(end.bytes.includes(Buffer.from('504b0606', 'hex'))).toBe(true)
  const middle = 4 * 1024 ** 3
  expect([...archive.pieces(middle, middle + 9)]).toEqual([
    { kind: 'entry', index: 0, start: middle - 68, end: middle - 68 + 9 },
  ])
})
