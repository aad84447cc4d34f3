import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { newGuid } from '#server/db/guid.ts'
import { openDiskStorage } from './disk/disk.ts'
import { StandingWriter } from './standing-writer.ts'

const bytes = randomBytes(1_000_000)
const half = 600_000

test('what stands already is finished by the same bytes, and not by others, fewer or more', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'strongroom-standing-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const storage = await openDiskStorage({ dataDir })
  const name = newGuid()
  const first = await storage.put(name)
  await first.write([bytes])
  await first.commit()
  const write = async (...parts: Buffer[]) => {
    const writer = new StandingWriter(await storage.open(name), { at: half, mark: '' })
    try {
      await writer.write(parts)
      await writer.commit()
    } finally {
      await writer.abort()
    }
  }
  const rest = bytes.subarray(half)
  await write(rest.subarray(0, 1000), rest.subarray(1000))
  const other = Buffer.from(rest)
  other[70_000]! ^= 1
  for (const parts of [[other], [rest.subarray(0, 1000)], [rest, rest]])
    await expect(write(...parts)).rejects.toThrow('uploadChanged')
})
