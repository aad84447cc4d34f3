import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { TusClient, fileOf } from '#tests/support/browser/tus.ts'
import { pdf } from '#tests/support/files/documents.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const { app, operator: sender } = await makeWorld()
const client = await new TusClient(sender).begin()
const { database, vault } = app.strongroom.services

/** More than two parts, and an end that fills no frame. */
const long = randomBytes(11 * 1024 * 1024 + 12_345)
const sha1Of = (bytes: Uint8Array) => ({
  'upload-checksum': `sha1 ${createHash('sha1').update(bytes).digest('base64')}`,
})

/** The row of the object that a file is. */
function objectOf(location: string) {
  return database.kysely
    .selectFrom('object')
    .innerJoin('file', 'file.object_guid', 'object.guid')
    .selectAll('object')
    .where('file.guid', '=', fileOf(location))
    .executeTakeFirstOrThrow()
}

test.each([
  ['at the beginning', 0, 64 * 1024],
  ['behind a part', 5 * 1024 * 1024, 7_000_000],
  ['in the middle of a frame', 3_000_001, 3_000_002],
  ['with the whole file', 0, long.length],
  ['with the end of it', 9_000_000, long.length],
])('a part that arrives damaged %s leaves nothing, and the same part passes', async (_, from, to) => {
  const { location } = await client.create({ name: 'sum.bin', size: long.length })
  if (from > 0) await client.patch(location, 0, long.subarray(0, from), sha1Of(long.subarray(0, from)))
  const part = long.subarray(from, to)
  const damaged = Buffer.from(part)
  damaged[damaged.length - 1]! ^= 1
  for (const _again of [1, 2]) {
    const { status, problem } = await client.patch(location, from, damaged, sha1Of(part))
    expect([status, problem]).toEqual([460, 'checksumWrong'])
    expect(await client.offset(location)).toBe(from)
  }
  expect((await client.patch(location, from, part, sha1Of(part))).status).toBe(204)
  if (to < long.length) expect((await client.patch(location, to, long.subarray(to))).status).toBe(204)
  const { guid } = await objectOf(location)
  expect((await vault.bytes(guid)).equals(long)).toBe(true)
  await client.send('DELETE', location)
})

test('a first part whose damage makes another kind of it is damaged, and no other kind', async () => {
  const document = pdf(['Damaged'])
  const { location } = await client.create({ name: 'damaged.pdf', size: document.length })
  const damaged = Buffer.concat([Buffer.from('MZ'), document.subarray(2)])
  const { status, problem } = await client.patch(location, 0, damaged, sha1Of(document))
  expect([status, problem]).toEqual([460, 'checksumWrong'])
  const other = await client.patch(location, 0, damaged, sha1Of(damaged))
  expect([other.status, other.problem]).toEqual([415, 'fileTypeMismatch'])
  expect(await client.offset(location)).toBe(null)
})

test('a small file that came damaged first is read with many others', async () => {
  const { location } = await client.create({ name: 'small.bin', size: 100_000 })
  const small = long.subarray(0, 100_000)
  const damaged = Buffer.from(small)
  damaged[50_000]! ^= 1
  expect((await client.patch(location, 0, damaged, sha1Of(small))).status).toBe(460)
  expect((await client.patch(location, 0, small, sha1Of(small))).status).toBe(204)
  const together = await vault.small([{ ...(await objectOf(location)), gap: 10 }])
  expect(together.subarray(10).equals(small)).toBe(true)
  await client.send('DELETE', location)
})
