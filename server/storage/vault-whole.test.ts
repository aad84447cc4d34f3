import { randomBytes } from 'node:crypto'
import { appendFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import { openFilesOf } from '#tests/support/files/open-files.ts'
import { storeAsBefore } from '#tests/support/unit/older-object.ts'
import { openStoredWorld, type StoredWorld } from '#tests/support/unit/stored-world.ts'
import { SealBroken, frameSize, headerSize, sealedFrameSize } from './sealed/sealing.ts'
import { ObjectMissing } from './storage.ts'
import { maxWhole } from './vault.ts'

let world: StoredWorld

beforeEach(async () => {
  world = await openStoredWorld()
})

async function whole(...guids: string[]): Promise<Buffer> {
  const rows = await world.database.kysely
    .selectFrom('object')
    .selectAll()
    .where('guid', 'in', guids)
    .execute()
  const row = (guid: string) => ({ ...rows.find((one) => one.guid === guid)!, gap: 0 })
  return world.vault.small(guids.map(row))
}

test.each([0, 1, frameSize - 1, frameSize, frameSize + 1, maxWhole])(
  'a small object of %i bytes is read at once',
  async (size) => {
    const bytes = randomBytes(size)
    const { guid } = await world.vault.store(bytes)
    expect((await whole(guid)).equals(bytes)).toBe(true)
  },
)

test('several small objects are read one behind the other', async () => {
  const [one, two] = [randomBytes(3), randomBytes(frameSize + 1)]
  const stored = await Promise.all([one, two].map((bytes) => world.vault.store(bytes)))
  const guids = stored.map(({ guid }) => guid)
  expect((await whole(...guids)).equals(Buffer.concat([one, two]))).toBe(true)
})

test('a small object in the longer frames of before is read at once as well; a larger one is refused', async () => {
  const older = randomBytes(maxWhole - 1)
  const { guid } = await storeAsBefore(world, older)
  expect((await whole(guid)).equals(older)).toBe(true)
  const large = await world.vault.store(randomBytes(maxWhole + 1))
  await expect(whole(large.guid)).rejects.toThrow(RangeError)
})

test('of one that was changed, cut off, lengthened or removed nothing is read, and its file is closed', async () => {
  const damages: [(file: string) => void, new (...args: never[]) => Error, size?: number][] = [
    [(file) => flip(file, headerSize + 5), SealBroken],
    [(file) => flip(file, headerSize + sealedFrameSize + 5), SealBroken],
    [(file) => flip(file, 10), SealBroken],
    [(file) => truncateSync(file, headerSize + sealedFrameSize), SealBroken],
    [(file) => truncateSync(file, 3), SealBroken],
    [(file) => appendFileSync(file, 'x'), SealBroken],
    [(file) => appendFileSync(file, 'x'), SealBroken, 2 * frameSize],
    [(file) => rmSync(file), ObjectMissing],
  ]
  for (const [damage, error, size = frameSize + 1000] of damages) {
    const { guid } = await world.vault.store(randomBytes(size))
    damage(world.fileOf(guid))
    await expect(whole(guid)).rejects.toThrow(error)
  }
  expect(openFilesOf(world.dataDir)).toEqual([])
})

function flip(file: string, at: number): void {
  const bytes = readFileSync(file)
  bytes[at]! ^= 1
  writeFileSync(file, bytes)
}
