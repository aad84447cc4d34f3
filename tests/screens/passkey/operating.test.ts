import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import '../../support/console.ts'
import { pdf } from '../../support/documents.ts'
import type { ServerProcess } from '../../support/server-process.ts'
import { makePlace, objectFile, query, register, startServer } from '../operating/place.ts'
import { answerOf, run } from '../operating/run-command.ts'
import { passkey, readerEmail, secretWords } from './passkey.ts'

type Verified = {
  objects: { locked: number; lockedWithoutHash: number }
  damage: { guid: string; problem: string }[]
}

/** An installation whose server has ended, with one file that opens with a passkey. */
async function makeLocked(): Promise<{ place: string; data: string; guid: string }> {
  const place = await makePlace()
  const data = path.join(place, 'data')
  await mkdir(data)
  const server = await startServer(data)
  const sender = await register(server)
  await sender.open('/share')
  const file = { name: 'offer.pdf', type: 'application/pdf', bytes: pdf([secretWords]) }
  const fields = { visibility: 'passkey', passkey, passkeyAgain: passkey, recipients: '', watermark: 'off' }
  await sender.send('share', { ...fields, download: 'yes', file })
  const guid = sender.path.slice('/s/'.length)
  await expectReadable(server, guid)
  await server.kill()
  return { place, data, guid }
}

async function expectReadable(server: ServerProcess, guid: string): Promise<void> {
  const reader = await server.browser().open(`/file/${guid}`)
  await reader.send('unlock', { passkey, email: readerEmail })
  await reader.send('open')
  const copy = await reader.fetch(`/view/${guid}/download`)
  expect(Buffer.from(await copy.arrayBuffer()).includes(secretWords)).toBe(true)
}

test('a new key of the installation, verify, gc, backup and restore go on as ever, and the passkey opens afterwards', async () => {
  const { place, data, guid } = await makeLocked()
  const settings = { DATA_DIR: data }
  expect((await run(settings, 'key', 'rotate')).code).toBe(0)
  const verified = await answerOf<Verified>(settings, 'verify')
  expect(verified).toMatchObject({ damage: [], objects: { locked: 2 } })
  const words = await run(settings, 'verify')
  expect([words.code, words.out]).toEqual([
    0,
    expect.stringContaining('locked with passkeys, and nobody can open them here'),
  ])
  expect((await run(settings, 'gc')).code).toBe(0)
  const copy = path.join(place, 'copy')
  expect((await run(settings, 'backup', copy)).code).toBe(0)
  const other = path.join(place, 'other')
  const restored = await run({ DATA_DIR: other }, 'restore', copy)
  expect([restored.code, restored.err]).toEqual([0, expect.any(String)])
  await expectReadable(await startServer(other), guid)
  await expectReadable(await startServer(data), guid)
})

test('verify finds damage in a locked file, whether or not its hash was taken', async () => {
  const { data } = await makeLocked()
  const [original] = query(data, 'select object_guid from file') as { object_guid: string }[]
  const name = objectFile(data, original!.object_guid)
  const sealed = await readFile(name)
  query(data, `update object set sha256 = '${'0'.repeat(64)}' where guid = '${original!.object_guid}'`)
  const changed = await run({ DATA_DIR: data }, 'verify', '--json')
  expect(changed.code).toBe(1)
  expect((JSON.parse(changed.out) as Verified).damage).toMatchObject([
    { guid: original!.object_guid, problem: expect.stringContaining('sealed bytes') },
  ])
  query(data, `update object set sha256 = null where guid = '${original!.object_guid}'`)
  await writeFile(name, sealed.subarray(0, 40))
  const cut = await run({ DATA_DIR: data }, 'verify', '--json')
  expect((JSON.parse(cut.out) as Verified).damage).toMatchObject([
    { guid: original!.object_guid, problem: expect.stringContaining('bytes instead of') },
  ])
})
