import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { newGuid } from '#server/db/guid.ts'
import { makeLog } from '#server/log.ts'
import { S3Double } from '#tests/support/servers/s3-double.ts'
import { openStorage } from './open.ts'

const log = makeLog('silent')
let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'strongroom-open-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
})

test('without S3 settings objects lie in the data folder', async () => {
  const storage = await openStorage({ dataDir, s3: null, isAlone: true, log })
  const name = newGuid()
  await (await storage.put(name)).commit()
  expect(await readdir(path.join(dataDir, 'objects', name.slice(0, 2), name.slice(2, 4)))).toEqual([name])
})

test('with S3 settings they lie in the bucket, and the data folder stays empty', async () => {
  const double = await S3Double.start()
  onTestFinished(() => double.stop())
  const keys = { accessKeyId: 'key', secretAccessKey: 'secret' }
  const s3 = {
    endpoint: double.endpoint,
    bucket: 'bucket',
    region: 'us-east-1',
    forcePathStyle: true,
    ...keys,
  }
  const storage = await openStorage({ dataDir, s3, isAlone: false, log })
  const name = newGuid()
  await (await storage.put(name)).commit()
  expect([...double.objects.keys()]).toEqual([`objects/${name}`])
  expect(await readdir(dataDir)).toEqual([])
})
