import { beforeEach, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { hour } from '#tests/support/world/clock.ts'
import '#tests/support/world/console.ts'
import { makeShare, makeUser, operatorEmail, signIn } from '#tests/support/world/make.ts'
import {
  atPasskey,
  countNine,
  openWithPasskey,
  passkey,
  readerEmail,
  sharePasskey,
} from '#tests/support/world/passkeys.ts'
import { eventKinds } from '#tests/support/world/events.ts'
import { sendUnoffered } from '#tests/support/browser/unoffered.ts'

let sender: Browser
const newPasskey = 'seven slow rivers'

const { app } = await makeWorld()
// Time goes by in these tests: sessions end.
beforeEach(async () => {
  sender = await signIn(app, operatorEmail)
})

async function change(guid: string, old = passkey, again = newPasskey): Promise<void> {
  await sender.open(`/s/${guid}/passkey`)
  await sender.send('change', { oldPasskey: old, passkey: newPasskey, passkeyAgain: again })
}

test('with the old passkey its owner sets a new one: the old opens nothing, and readers who had the file open give the new', async () => {
  const guid = await sharePasskey(app, sender)
  const reader = await openWithPasskey(app, guid)
  await sender.open(`/s/${guid}`)
  await sender.follow('Change passkey')
  expect(sender.heading()).toBe('Change passkey')
  await sender
    .fill('Old passkey', passkey)
    .fill('New passkey', newPasskey)
    .fill('New passkey again', newPasskey)
    .press('Change passkey')
  expect([sender.path, sender.text()]).toEqual([`/s/${guid}`, expect.stringContaining('Passkey changed.')])
  expect((await reader.fetch(`/view/${guid}/page/1`)).status).toBe(401)
  await reader.open(`/view/${guid}`)
  await reader.send('unlock', { passkey, email: readerEmail })
  expect(reader.status).toBe(400)
  await reader.send('unlock', { passkey: newPasskey, email: readerEmail })
  await reader.send('open')
  expect([reader.status, reader.path]).toEqual([200, `/view/${guid}`])
  expect(await eventKinds(app, guid)).toContain('PasskeyChanged')
})

test('a change adds one to the revision of the share', async () => {
  const guid = await sharePasskey(app, sender)
  const revision = async () => {
    const { kysely } = app.strongroom.services.database
    const row = await kysely
      .selectFrom('share')
      .select('revision')
      .where('guid', '=', guid)
      .executeTakeFirst()
    return row!.revision
  }
  const before = await revision()
  await change(guid)
  expect(await revision()).toBe(before + 1)
})

test('a wrong old one changes nothing, is counted, and locks its owner out too, without an email', async () => {
  const guid = await sharePasskey(app, sender)
  const emails = (await app.outbox.all()).length
  for (let at = 0; at < 2; at++) {
    await change(guid, 'red lantern under ice')
    expect([sender.status, sender.text()]).toEqual([400, expect.stringContaining('Wrong passkey.')])
    await countNine(app, guid)
  }
  await change(guid)
  expect([sender.status, sender.text()]).toEqual([
    429,
    expect.stringContaining('Try again when the hour is over.'),
  ])
  expect((await eventKinds(app, guid)).filter((kind) => kind.startsWith('Passkey'))).toEqual([
    'PasskeyWrong',
    'PasskeyWrong',
    'PasskeyLocked',
  ])
  expect((await app.outbox.all()).length).toBe(emails)
  const reader = await openWithPasskey(app, guid)
  expect(reader.status).toBe(200)
  app.clock.advance(hour)
})

test('a new one that cannot be is refused before the old one is looked at', async () => {
  const guid = await sharePasskey(app, sender)
  await change(guid, 'red lantern under ice', 'another one')
  expect([sender.status, sender.text()]).toEqual([400, expect.stringContaining('The passkeys don’t match.')])
  expect(await eventKinds(app, guid)).not.toContain('PasskeyWrong')
})

test('no one but its owner changes it, and a share without a passkey has no such page', async () => {
  const guid = await sharePasskey(app, sender)
  const ulrich = await makeUser(app)
  expect((await ulrich.open(`/s/${guid}/passkey`)).status).toBe(404)
  await sendUnoffered(ulrich, `/s/${guid}/passkey`, 'change')
  expect([400, 404]).toContain(ulrich.status)
  expect(await eventKinds(app, guid)).not.toContain('PasskeyWrong')
  const stranger = await app.browser().fetch(`/s/${guid}/passkey`)
  expect([stranger.status, stranger.headers.get('location')]).toEqual([
    302,
    `/access/login?to=${encodeURIComponent(`/s/${guid}/passkey`)}`,
  ])
  const other = await makeShare(app, sender)
  expect((await sender.open(`/s/${other}/passkey`)).status).toBe(404)
  expect((await atPasskey(app, guid)).heading()).toBe('Enter the passkey')
})
