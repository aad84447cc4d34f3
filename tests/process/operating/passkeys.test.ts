import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import '#tests/support/world/console.ts'
import { pdf } from '#tests/support/files/documents.ts'
import { ServerProcess } from '#tests/support/servers/server-process.ts'
import { makePlace, objectFile, query, register, startServer } from './place.ts'
import { answerOf, run } from './run-command.ts'
import { passkey, readerEmail, secretText } from '#tests/support/world/passkeys.ts'

type Verified = {
  objects: { locked: number; lockedWithoutHash: number }
  damage: { guid: string; problem: string }[]
}

let template: string
let guid: string

beforeAll(async () => {
  template = await mkdtemp(path.join(tmpdir(), 'strongroom-passkey-'))
  const server = await ServerProcess.start(template)
  try {
    const sender = await register(server)
    await sender.open('/share')
    const file = { name: 'offer.pdf', type: 'application/pdf', bytes: pdf([secretText]) }
    const fields = { visibility: 'passkey', passkey, passkeyAgain: passkey, recipients: '', watermark: 'off' }
    await sender.send('share', { ...fields, download: 'yes', file })
    guid = sender.path.slice('/s/'.length)
    // From here on a page is kept, too.
    await expectReadable(server)
  } finally {
    await server.kill()
  }
})
afterAll(() => rm(template, { recursive: true, force: true }))

/** An installation whose server has ended, with one file that opens with a passkey. */
async function makeLocked(): Promise<{ place: string; data: string }> {
  const place = await makePlace()
  const data = path.join(place, 'data')
  await cp(template, data, { recursive: true })
  return { place, data }
}

async function expectReadable(server: ServerProcess): Promise<void> {
  const reader = await server.browser().open(`/file/${guid}`)
  await reader.send('unlock', { passkey, email: readerEmail })
  await reader.send('open')
  expect((await reader.fetch(`/view/${guid}/page/1`)).status).toBe(200)
  const copy = await reader.fetch(`/view/${guid}/download`)
  expect(Buffer.from(await copy.arrayBuffer()).includes(secretText)).toBe(true)
}

test('after a new key of the installation, verify and gc a locked file is whole, and the passkey opens it', async () => {
  const { data } = await makeLocked()
  const settings = { DATA_DIR: data }
  expect((await run(settings, 'key', 'rotate')).code).toBe(0)
  const words = await run(settings, 'verify')
  expect([words.code, words.out]).toEqual([
    0,
    expect.stringContaining('3 of them are locked with passkeys and can’t be opened here'),
  ])
  expect((await run(settings, 'gc')).code).toBe(0)
  await expectReadable(await startServer(data))
})

test('a backup of a locked file is whole, and the passkey opens it where it was restored', async () => {
  const { place, data } = await makeLocked()
  const [copy, other] = [path.join(place, 'copy'), path.join(place, 'other')]
  await answerOf({ DATA_DIR: data }, 'backup', copy)
  await answerOf({ DATA_DIR: other }, 'restore', copy)
  const verified = await answerOf<Verified>({ DATA_DIR: other }, 'verify')
  expect(verified).toMatchObject({ damage: [], objects: { locked: 3 } })
  await expectReadable(await startServer(other))
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
