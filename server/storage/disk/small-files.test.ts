import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { newGuid } from '#server/db/guid.ts'
import type { SmallObject } from '#server/storage/storage.ts'
import { FrameSealer } from '#server/storage/sealed/sealing.ts'
import { SmallFiles } from './small-files.ts'

test.each([
  ['one after the other', Infinity],
  ['at the same time, where the disk is slow', -1],
])(
  'many files are read %s, each behind its gap; of those with one that is missing, damaged or too large none is',
  async (_, slow) => {
    const root = mkdtempSync(path.join(tmpdir(), 'small-'))
    onTestFinished(() => rmSync(root, { recursive: true }))
    const store = (size: number, change?: (stored: Buffer) => Buffer): SmallObject => {
      const object = { guid: newGuid(), size, key: randomBytes(32), gap: size % 3 }
      const sealer = new FrameSealer(object.guid, object.key)
      const stored = Buffer.concat([sealer.header, ...sealer.seal(Buffer.alloc(size, 'x'), true)])
      const folder = path.join(root, object.guid.slice(0, 2), object.guid.slice(2, 4))
      mkdirSync(folder, { recursive: true })
      writeFileSync(path.join(folder, object.guid), change?.(stored) ?? stored)
      return object
    }
    const files = Array.from({ length: 40 }, (__, at) => store(at * 10))
    const small = new SmallFiles(root, 1000, slow)
    const read = (...objects: SmallObject[]) =>
      small.read(objects).then(
        (bytes) => bytes.toString(),
        (error: NodeJS.ErrnoException) => error.code ?? error.name,
      )
    const damaged = store(100, (stored) => stored.fill(0, 20, 21))
    const gone = { ...store(5), guid: newGuid() }
    const anotherKey = { ...store(5), key: randomBytes(32) }
    const together = [
      read(...files),
      read(files[1]!, gone, files[2]!),
      read(damaged, files[3]!),
      read(files[4]!, anotherKey),
      read(store(1001)),
      read(files[7]!),
    ]
    expect(await Promise.all(together)).toEqual([
      files.map(({ size, gap }) => '\0'.repeat(gap) + 'x'.repeat(size)).join(''),
      'ObjectMissing',
      'SealBroken',
      'SealBroken',
      'TOO_LARGE',
      `\0${'x'.repeat(70)}`,
    ])
  },
)
