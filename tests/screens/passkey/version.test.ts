import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import '#tests/support/world/console.ts'
import { pdf } from '#tests/support/files/documents.ts'
import { makeShare } from '#tests/support/world/make.ts'
import { openWithPasskey, passkey, pictures, sharePasskey } from '#tests/support/world/passkeys.ts'

const { app, operator: sender } = await makeWorld()

/** Puts another version under the link of a share, on the page of its versions. */
async function addVersion(guid: string, typed: string): Promise<Browser> {
  await sender.open(`/s/${guid}/versions`)
  const file = { name: 'offer.pdf', type: 'application/pdf', bytes: pdf(['New', 'Newer', 'Newest']) }
  return sender.send('add', { file, ...(typed === '' ? {} : { passkey: typed }) })
}

/** Whether the file that a share shows is locked, and which version it is. */
async function shown(guid: string): Promise<{ version: number; isLocked: boolean }> {
  const row = await app.strongroom.services.database.kysely
    .selectFrom('share')
    .innerJoin('file', 'file.guid', 'share.file_guid')
    .innerJoin('object', 'object.guid', 'file.object_guid')
    .select(['share.version', 'object.is_locked'])
    .where('share.guid', '=', guid)
    .executeTakeFirstOrThrow()
  return { version: row.version, isLocked: row.is_locked === 1 }
}

test('a new version is locked under the same passkey: readers who gave it read on without giving it again', async () => {
  const guid = await sharePasskey(app, sender)
  const reader = await openWithPasskey(app, guid)
  await addVersion(guid, passkey)
  expect(sender.text()).toContain('Version 2 uploaded.')
  await app.settle()
  expect(await shown(guid)).toEqual({ version: 2, isLocked: true })
  await reader.open(`/view/${guid}`)
  expect([reader.status, pictures(reader).length]).toEqual([200, 3])
  expect((await reader.fetch(pictures(reader)[2]!)).status).toBe(200)
})

test('without the right passkey no version comes', async () => {
  const guid = await sharePasskey(app, sender)
  await addVersion(guid, 'red lantern under ice')
  expect([sender.status, sender.path]).toEqual([400, `/s/${guid}/versions`])
  expect(sender.page.root.querySelector('#passkey-error')).not.toBeNull()
  expect(await shown(guid)).toEqual({ version: 1, isLocked: true })
  await addVersion(guid, passkey)
  expect(await shown(guid)).toEqual({ version: 2, isLocked: true })
})

test('a share without a passkey takes a version as it is', async () => {
  const guid = await makeShare(app, sender)
  await addVersion(guid, '')
  await app.settle()
  expect(await shown(guid)).toEqual({ version: 2, isLocked: false })
})
