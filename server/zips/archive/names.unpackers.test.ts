import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { crc32 } from 'node:zlib'
import { zipPaths } from '#server/rules/files/zip-names.ts'
import { Archive } from './archive.ts'

const deep = Array.from({ length: 12 }, (_, at) => `a folder with a long name ${at}`)

/** Folders and names as people can type them, or as a program can send them. */
const names = [
  ['..', '..', 'above.txt'],
  ['/etc/passwd'],
  ['C:\\Windows\\x.dll'],
  ['..\\..\\back.txt'],
  ['nothing\0after.txt'],
  ['CON'],
  ['Plans', 'nul.txt'],
  ['Plans', 'PLAN.txt'],
  ['plans', 'plan.txt'],
  ['Plans', 'ends with a dot.'],
  ['Plans', '-rf'],
  ['~', '$(touch x).txt'],
  ['invoice\u202efdp.exe'],
  [`${'ü'.repeat(127)}.pdf`],
  [`${'日'.repeat(84)}.pdf`],
  ['e\u0301.txt'],
  ['\u00e9.txt'],
  ['family 👩‍👩‍👧‍👦.txt'],
  [...deep, 'far down.txt'],
  [...deep, 'far down.txt'],
  ['Empty', 'Inner', ''],
]

const entries = zipPaths(names, ['index.html']).map((name, at) => {
  const bytes = name.endsWith('/') ? Buffer.alloc(0) : Buffer.from(`file number ${at}`.repeat(at + 1))
  return { path: name, bytes, size: bytes.length, crc32: crc32(bytes), modifiedAt: Date.UTC(2026, 10, 26) }
})

function zipped(): Buffer {
  const archive = new Archive(entries)
  return Buffer.concat(
    [...archive.pieces(0, archive.length)].map((piece) =>
      piece.kind === 'bytes' ? piece.bytes : entries[piece.index]!.bytes.subarray(piece.start, piece.end),
    ),
  )
}

const programs: [string, (zip: string, into: string) => [string, string[]]][] = [
  ['unzip', (zip, into) => ['unzip', ['-q', '-o', zip, '-d', into]]],
  ['7z', (zip, into) => ['7z', ['x', '-bso0', '-y', `-o${into}`, zip]]],
  ['python3', (zip, into) => ['python3', ['-m', 'zipfile', '-e', zip, into]]],
]

test.each(programs)('%s unpacks names of any kind into its folder and nowhere else', (_, command) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'unpacked-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const into = path.join(folder, 'a', 'b', 'c')
  mkdirSync(into, { recursive: true })
  const zip = path.join(folder, 'a.zip')
  writeFileSync(zip, zipped())
  const [program, args] = command(zip, into)
  execFileSync(program, args, { env: { ...process.env, LC_ALL: 'C.UTF-8', PYTHONUTF8: '1' } })
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => file !== zip)
  const sums = Object.fromEntries(
    found.map((file) => [path.relative(into, file).normalize('NFC'), sumOf(readFileSync(file))]),
  )
  const files = entries.filter((entry) => !entry.path.endsWith('/'))
  expect(sums).toEqual(Object.fromEntries(files.map(({ path: name, bytes }) => [name, sumOf(bytes)])))
  expect(readdirSync(path.join(into, 'Empty'))).toEqual(['Inner'])
})

function sumOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
