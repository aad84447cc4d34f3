import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { User } from '#server/accounts/users.ts'
import { startApp, type App } from '../../support/app.ts'
import type { Browser } from '../../support/browser.ts'
import '../../support/console.ts'
import { pdf } from '../../support/documents.ts'
import { makeOperator, makeShare, operatorEmail } from '../../support/make.ts'
import { openWithPasskey, passkey, pictures, sharePasskey, userOf } from './passkey.ts'

let app: App
let sender: Browser
let actor: User
const client = { ip: '198.51.100.7', userAgent: 'test' }

beforeAll(async () => {
  app = await startApp()
  sender = await makeOperator(app)
  actor = await userOf(app, operatorEmail)
})
afterAll(() => app.close())

async function upload(bytes = pdf(['New', 'Newer', 'Newest'])): Promise<string> {
  const limits = { fileName: 'offer.pdf', limitBytes: bytes.length }
  return app.strongroom.services.uploads.receive(actor, Readable.from([bytes]), limits)
}

/** Puts another version under the link of a share, as a sender does. */
async function addVersion(shareGuid: string, fileGuid: string, typed: string): Promise<boolean> {
  const { passkeys, uploads, database, clock } = app.strongroom.services
  const version = { shareGuid, fileGuid, passkey: typed }
  return passkeys.lockingVersion(actor, version, client, (lock) =>
    database.transaction(async (tx) => {
      await uploads.take(tx, actor, fileGuid)
      await lock?.keep(tx, shareGuid)
      const row = { share_guid: shareGuid, number: 2, file_guid: fileGuid, created_at: clock() }
      await tx.insertInto('share_version').values(row).execute()
      await tx
        .updateTable('share')
        .set({ file_guid: fileGuid, version: 2 })
        .where('guid', '=', shareGuid)
        .execute()
      return lock !== null
    }),
  )
}

async function isLocked(fileGuid: string): Promise<boolean> {
  const row = await app.strongroom.services.database.kysely
    .selectFrom('file')
    .innerJoin('object', 'object.guid', 'file.object_guid')
    .select('object.is_locked')
    .where('file.guid', '=', fileGuid)
    .executeTakeFirstOrThrow()
  return row.is_locked === 1
}

test('a new version is locked under the same passkey: whoever gave it reads on without giving it again', async () => {
  const guid = await sharePasskey(app, sender)
  const reader = await openWithPasskey(app, guid)
  const file = await upload()
  await app.settle()
  expect(await addVersion(guid, file, passkey)).toBe(true)
  expect(await isLocked(file)).toBe(true)
  await reader.open(`/view/${guid}`)
  expect([reader.status, pictures(reader).length]).toEqual([200, 3])
  expect((await reader.fetch(pictures(reader)[2]!)).status).toBe(200)
})

test('without the right passkey no version comes, and the upload stays as it was', async () => {
  const guid = await sharePasskey(app, sender)
  const file = await upload()
  await expect(addVersion(guid, file, 'red lantern under ice')).rejects.toMatchObject({
    problem: 'passkeyWrong',
    field: 'passkey',
  })
  expect(await isLocked(file)).toBe(false)
  expect(await addVersion(guid, file, passkey)).toBe(true)
})

test('a share without a passkey takes a version as it is', async () => {
  const guid = await makeShare(app, sender)
  const file = await upload()
  expect(await addVersion(guid, file, '')).toBe(false)
  expect(await isLocked(file)).toBe(false)
})
