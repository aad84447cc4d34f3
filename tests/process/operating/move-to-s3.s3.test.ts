import { rename, rm, truncate } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { storeEnv } from '#tests/support/servers/bucket.ts'
import { fill, makeInstallation } from './make-backup.ts'
import { download, makePlace, objectFile, startServer, storedObjects } from './place.ts'
import { answerOf, run } from './run-command.ts'

type Verified = { damage: unknown[] }

const s3 = storeEnv()
type Copied = { objects: { count: number; copied: number; damaged: string[] } }

test('all files arrive, once; without the old folder everything works, and there is a way back', async () => {
  const { data, place, share } = await makeInstallation()
  const stored = await storedObjects(data)
  const settings = { DATA_DIR: data, ...s3 }
  const first = await answerOf<Copied>(settings, 'move-to-s3')
  expect(first.objects).toMatchObject({ count: stored.length, copied: stored.length, damaged: [] })
  const second = await answerOf<Copied>(settings, 'move-to-s3')
  expect(second.objects).toMatchObject({ count: stored.length, copied: 0, damaged: [] })
  expect(await storedObjects(data)).toEqual(stored)
  await rename(path.join(data, 'objects'), path.join(place, 'objects-before'))
  expect((await answerOf<Verified>(settings, 'verify')).damage).toEqual([])
  const server = await startServer(data, s3)
  expect(await download(server, share)).toBe('the one note')
  await server.kill()
  const [copy, back] = [path.join(place, 'copy'), path.join(place, 'back')]
  await answerOf(settings, 'backup', copy)
  expect(await storedObjects(copy)).toEqual(expect.arrayContaining(stored))
  await answerOf({ DATA_DIR: back }, 'restore', copy)
  expect((await answerOf<Verified>({ DATA_DIR: back }, 'verify')).damage).toEqual([])
})

test('what the data folder has lost is named, and the rest is moved', async () => {
  // Its own: the objects of the others are in the store already.
  const data = path.join(await makePlace(), 'data')
  await fill(data)
  const [lost, cut] = (await storedObjects(data)) as [string, string]
  await rm(objectFile(data, lost))
  await truncate(objectFile(data, cut), 20)
  const { code, out } = await run({ DATA_DIR: data, ...s3 }, 'move-to-s3')
  expect([code, out]).toEqual([1, expect.stringContaining('2 objects are missing or truncated')])
  expect(out).toContain(lost)
  expect(out).toContain(cut)
})

test('a store that does not answer ends the move with the code for that', async () => {
  const { data } = await makeInstallation()
  const { code, err } = await run({ DATA_DIR: data, ...s3, S3_ENDPOINT: 'http://127.0.0.1:1' }, 'move-to-s3')
  expect([code, err]).toEqual([3, expect.stringContaining('127.0.0.1:1')])
})
