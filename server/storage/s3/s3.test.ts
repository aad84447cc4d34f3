import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { CreateBucketCommand } from '@aws-sdk/client-s3'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { S3Config } from '#server/config.ts'
import { newGuid } from '#server/db/guid.ts'
import { makeLog } from '#server/log.ts'
import { S3Double } from '#tests/support/servers/s3-double.ts'
import { openWorld } from '#tests/support/unit/world.ts'
import { makeS3Client } from './s3-client.ts'
import { standardLimits, type Limits } from './s3-connection.ts'
import { firstPartSize, partSize } from './s3-writer.ts'
import { openS3Storage } from './s3.ts'
import { testStorageContract } from '#server/storage/storage.contract.ts'
import { ObjectMissing, type Storage } from '#server/storage/storage.ts'
import { Vault } from '#server/storage/vault.ts'
import { patience } from '#tests/support/world/patience.ts'

const log = makeLog('silent')
const mebibyte = 1024 * 1024

const {
  TEST_S3_ENDPOINT: endpoint,
  TEST_S3_BUCKET: bucket = '',
  TEST_S3_ACCESS_KEY_ID: accessKeyId = '',
  TEST_S3_SECRET_ACCESS_KEY: secretAccessKey = '',
} = process.env

// Without a real server nothing of this is defined; tests/run.mjs says so.
if (endpoint) {
  const keys = { accessKeyId, secretAccessKey }
  testOnRealServer({
    endpoint: new URL(endpoint),
    bucket,
    region: 'us-east-1',
    forcePathStyle: true,
    ...keys,
  })
}

function testOnRealServer(server: S3Config): void {
  // A bucket of its own: sweeping would end the uploads of tests that run beside this one.
  const config = { ...server, bucket: `${server.bucket}-${randomBytes(6).toString('hex')}` }
  describe('the S3 store keeps the contract, on a real server', () => {
    let storage: Storage
    beforeAll(async () => {
      const client = makeS3Client(config, standardLimits.connect)
      await client.send(new CreateBucketCommand({ Bucket: config.bucket }))
      client.destroy()
      storage = await openS3Storage({ config, log })
    })

    testStorageContract(() => storage)

    test('more objects than one page of the list are all listed', async () => {
      const names = Array.from({ length: 230 }, () => newGuid())
      for (let at = 0; at < names.length; at += 23)
        await Promise.all(names.slice(at, at + 23).map((name) => put(storage, name, Buffer.from('x'))))
      const listed = new Set<string>()
      for await (const { name } of storage.list()) listed.add(name)
      expect(names.filter((name) => !listed.has(name))).toEqual([])
      for (const name of names) await storage.remove(name)
    })

    test('what the vault seals into the store it opens from there', async () => {
      const vault = await vaultOver(storage)
      const bytes = randomBytes(12 * mebibyte + 77)
      const object = await vault.store(bytes)
      expect(object).toMatchObject({ size: bytes.length, crc32: crc32(bytes) })
      expect((await vault.bytes(object.guid)).equals(bytes)).toBe(true)
      const reader = await vault.open(object.guid)
      const middle: Buffer[] = []
      for await (const chunk of reader.read(5 * mebibyte, 5 * mebibyte + 300_000)) middle.push(chunk)
      expect(Buffer.concat(middle).equals(bytes.subarray(5 * mebibyte, 5 * mebibyte + 300_000))).toBe(true)
      await vault.remove(object.guid)
      await expect(storage.size(object.guid)).rejects.toThrow(ObjectMissing)
    })

    test.each([
      ['one part and a beginning', 5 * mebibyte, 6 * mebibyte],
      ['a beginning alone', 2 * mebibyte, 4 * mebibyte],
    ])('what was finished and never noted after %s is finished again', async (_, half, size) => {
      const { begun } = await vaultOver(storage)
      const bytes = randomBytes(size)
      const made = begun.make(newGuid())
      const first = await begun.resume(made)
      await first.write(bytes.subarray(0, half))
      const { sealed } = await first.halt()
      await first.abort()
      const noted = { ...made, sealed }
      for (const _again of [1, 2]) {
        const writer = await begun.resume(noted)
        await writer.write(bytes.subarray(half))
        expect(await writer.finish()).toMatchObject({ size, crc32: crc32(bytes) })
      }
      await begun.forget(made.guid, sealed.mark)
      await expect(storage.size(made.guid)).rejects.toThrow(ObjectMissing)
    })

    test.each([
      [{ bucket: 'strongroom-is-not-here' }, /does not exist.* S3_BUCKET/],
      [{ accessKeyId: 'nobody' }, /S3_ACCESS_KEY_ID/],
      [{ secretAccessKey: 'wrong' }, /S3_SECRET_ACCESS_KEY/],
    ])('at start %o is told to the operator', async (wrong, words) => {
      await expect(openS3Storage({ config: { ...config, ...wrong }, log })).rejects.toThrow(words)
    })
  })
}

describe('what goes wrong with an S3 store', () => {
  let double: S3Double
  let storage: Storage
  let waits: number[]

  beforeEach(async () => {
    double = await S3Double.start()
    onTestFinished(() => double.stop())
    waits = []
    storage = await open()
  })

  test('every object is asked to be encrypted by the store as well', async () => {
    await put(storage, newGuid(), randomBytes(10))
    await put(storage, newGuid(), randomBytes(firstPartSize + 1))
    for (const operation of ['PutObject', 'CreateMultipartUpload']) {
      const [call] = double.callsOf(operation)
      expect(call?.headers['x-amz-server-side-encryption']).toBe('AES256')
    }
  })

  test('bodies go as they are, with their length, in parts of 80 sealed frames', async () => {
    await put(storage, newGuid(), randomBytes(10))
    await put(storage, newGuid(), randomBytes(firstPartSize + partSize + 5))
    const parts = double.callsOf('UploadPart')
    expect(parts.map((part) => part.bytes)).toEqual([firstPartSize, partSize, 5])
    for (const { headers, bytes } of [...parts, ...double.callsOf('PutObject')]) {
      expect(headers['content-length']).toBe(String(bytes))
      expect(headers['x-amz-content-sha256']).toBe('UNSIGNED-PAYLOAD')
      for (const name of ['transfer-encoding', 'content-encoding', 'x-amz-trailer', 'expect'])
        expect(headers[name]).toBeUndefined()
      expect(Object.keys(headers).filter((name) => /checksum|decoded-content/.test(name))).toEqual([])
    }
  })

  test('an object that fills its first part exactly is put whole', async () => {
    await put(storage, newGuid(), randomBytes(firstPartSize))
    expect(double.callsOf('CreateMultipartUpload')).toEqual([])
    expect(double.callsOf('PutObject').length).toBe(1)
  })

  test.each([
    ['500', { status: 500, code: 'InternalError' }],
    ['503 SlowDown', { status: 503, code: 'SlowDown' }],
    ['a connection cut in the middle', 'reset while sending'],
    ['no answer', 'hang'],
    ['a lost answer', 'answer lost'],
  ] as const)('%s is tried again with the same bytes, later each time', async (_, fault) => {
    // Only where no answer comes is there one to wait for: elsewhere a slow machine is no fault of the store.
    const isSilent = fault === 'hang'
    const hasty = await open(isSilent ? { call: 1000, part: 1000 } : {})
    for (const operation of ['CreateMultipartUpload', 'UploadPart', 'PutObject', 'CompleteMultipartUpload'])
      double.fail(operation, fault)
    for (const size of [20, firstPartSize + partSize + 5]) {
      const [name, bytes] = [newGuid(), randomBytes(size)]
      await put(hasty, name, bytes)
      expect(double.objects.get(`objects/${name}`)?.equals(bytes)).toBe(true)
    }
    if (isSilent) expect(waits.length).toBeGreaterThanOrEqual(4)
    else expect(waits.length).toBe(4)
  })

  test('waiting grows from try to try, and no two waits are alike', async () => {
    double.fail('DeleteObject', ...Array.from({ length: 4 }, () => ({ status: 503, code: 'SlowDown' })))
    await storage.remove(newGuid())
    expect(waits.length).toBe(4)
    for (const [tried, milliseconds] of waits.entries()) {
      expect(milliseconds).toBeGreaterThanOrEqual(125 * 2 ** tried)
      expect(milliseconds).toBeLessThanOrEqual(250 * 2 ** tried)
    }
  })

  test('a store that goes on failing is a Problem, and nothing is left behind', async () => {
    double.fail('UploadPart', ...Array.from({ length: 5 }, () => ({ status: 500, code: 'InternalError' })))
    await expect(put(storage, newGuid(), randomBytes(2 * firstPartSize))).rejects.toMatchObject({
      problem: 'storageAway',
      http: 503,
    })
    expect(double.uploads.size).toBe(0)
    expect(double.objects.size).toBe(0)
  })

  test('a store that never answers does not hold us for ever', async () => {
    // A slow machine may need more than one try to open it in so short a time.
    const hasty = await vi.waitFor(() => open({ connect: 50, call: 50, part: 50 }), patience)
    for (const operation of ['PutObject', 'GetObject', 'HeadObject', 'DeleteObject', 'HeadBucket'])
      double.fail(operation, ...Array.from({ length: 6 }, () => 'hang' as const))
    const away = { problem: 'storageAway' }
    await expect(put(hasty, newGuid(), randomBytes(10))).rejects.toMatchObject(away)
    await expect(hasty.open(newGuid())).rejects.toMatchObject(away)
    await expect(hasty.size(newGuid())).rejects.toMatchObject(away)
    await expect(hasty.remove(newGuid())).rejects.toMatchObject(away)
    await expect(hasty.check()).rejects.toMatchObject(away)
  })

  test('a store that is gone is a Problem for anyone who reads or writes', async () => {
    await double.stop()
    await expect(put(storage, newGuid(), randomBytes(10))).rejects.toMatchObject({ problem: 'storageAway' })
    await expect(storage.open(newGuid())).rejects.toMatchObject({ problem: 'storageAway' })
  })

  test('keys that were withdrawn are a Problem at once, without trying again', async () => {
    double.fail('PutObject', { status: 403, code: 'InvalidAccessKeyId' })
    await expect(put(storage, newGuid(), randomBytes(10))).rejects.toMatchObject({ problem: 'storageAway' })
    expect(waits).toEqual([])
  })

  test('a store without room is storageFull', async () => {
    double.fail('PutObject', { status: 507, code: 'XMinioStorageFull' })
    await expect(put(storage, newGuid(), randomBytes(10))).rejects.toMatchObject({ problem: 'storageFull' })
  })

  test('an upload whose end the store refuses leaves nothing behind', async () => {
    double.fail('CompleteMultipartUpload', { status: 400, code: 'InvalidPart' })
    await expect(put(storage, newGuid(), randomBytes(2 * firstPartSize))).rejects.toThrow('As told')
    expect(double.uploads.size).toBe(0)
  })

  test('an upload that is abandoned is abandoned at the store, in the middle of a part too', async () => {
    const hanging = await open({ part: 60_000 })
    double.fail('UploadPart', 'hang')
    const writer = await hanging.put(newGuid())
    await writer.write([randomBytes(firstPartSize + 10)])
    expect(double.uploads.size).toBe(1)
    await writer.abort()
    expect(double.uploads.size).toBe(0)
    await expect(writer.commit()).rejects.toThrow('abort')
  })

  test('reading is taken up again at the byte where it broke, however often', async () => {
    const [name, bytes] = [newGuid(), randomBytes(3 * mebibyte)]
    await put(storage, name, bytes)
    const breaks = [100_000, 0, 1, 150_000, 20_000, 700_000]
    double.fail('GetObject', ...breaks.map((breakAfter) => ({ breakAfter })))
    expect((await whole(storage, name)).equals(bytes)).toBe(true)
    expect(double.callsOf('GetObject').length).toBe(7)
  })

  test('a reading that falls silent is taken up again', async () => {
    const hasty = await open({ silence: 50 })
    const [name, bytes] = [newGuid(), randomBytes(3 * mebibyte)]
    await put(hasty, name, bytes)
    double.fail('GetObject', { hangAfter: 1000 }, { hangAfter: 100_000 })
    expect((await whole(hasty, name)).equals(bytes)).toBe(true)
  })

  test('a reading that breaks without coming on is a Problem', async () => {
    const name = newGuid()
    await put(storage, name, randomBytes(3 * mebibyte))
    const reader = await storage.open(name)
    double.fail('GetObject', ...Array.from({ length: 5 }, () => ({ breakAfter: 0 })))
    const reading = reader.read(0, 3 * mebibyte, mebibyte)[Symbol.asyncIterator]()
    await expect(reading.next()).rejects.toMatchObject({ problem: 'storageAway' })
    await reader.close()
  })

  test('a reader who leaves early cuts the connection, one who reads to the end leaves it for the next', async () => {
    const name = newGuid()
    await put(storage, name, randomBytes(20 * mebibyte))
    await whole(storage, name)
    expect(await double.connections()).toBe(1)
    const reader = await storage.open(name)
    for await (const piece of reader.read(0, 20 * mebibyte, mebibyte)) {
      expect(piece.length).toBe(mebibyte)
      break
    }
    await reader.close()
    await expect.poll(() => double.connections(), patience).toBe(0)
  })

  test('a small object is one call', async () => {
    const name = newGuid()
    await put(storage, name, randomBytes(200_000))
    await whole(storage, name)
    expect(double.callsOf('GetObject').length).toBe(1)
    expect(double.callsOf('HeadObject')).toEqual([])
  })

  test('at start the operator is told that nothing answers', async () => {
    const config = configOf(double.endpoint)
    await double.stop()
    await expect(openS3Storage({ config, log })).rejects.toThrow(/does not answer.*S3_ENDPOINT/)
  })

  function open(limits: Partial<Limits> = {}): Promise<Storage> {
    const pause = async (milliseconds: number): Promise<void> => void waits.push(milliseconds)
    const config = configOf(double.endpoint)
    return openS3Storage({ config, log, limits: { ...standardLimits, ...limits }, pause })
  }
})

function configOf(endpoint: URL): S3Config {
  const keys = { accessKeyId: 'key', secretAccessKey: 'secret' }
  return { endpoint, bucket: 'bucket', region: 'us-east-1', forcePathStyle: true, ...keys }
}

async function put(storage: Storage, name: string, bytes: Buffer): Promise<void> {
  const writer = await storage.put(name)
  for (let at = 0; at < bytes.length; at += mebibyte) await writer.write([bytes.subarray(at, at + mebibyte)])
  await writer.commit()
}

async function whole(storage: Storage, name: string): Promise<Buffer> {
  const reader = await storage.open(name)
  const pieces: Buffer[] = []
  for await (const piece of reader.read(0, reader.size, mebibyte)) pieces.push(Buffer.from(piece))
  await reader.close()
  return Buffer.concat(pieces)
}

async function vaultOver(storage: Storage): Promise<Vault> {
  const world = await openWorld()
  return new Vault({ ...world, storage, keys: world.keyRing })
}
