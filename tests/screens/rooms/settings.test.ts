import { expect, test } from 'vitest'
import { folderNameMessage } from '#server/rules/rooms/room-name.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import { makeUser, userOf } from '#tests/support/world/make.ts'
import { makeRoom } from '#tests/support/world/rooms.ts'

const coEmail = 'cora@example.org'
const memberEmail = 'mia@example.net'

const {
  app,
  operator: owner,
  people: [cora, mia],
  room,
} = await makeWorld({
  people: [coEmail, memberEmail],
  room: { name: 'Alba', members: { [coEmail]: 5, [memberEmail]: 4 } },
})
const settings = `/rooms/${room.guid}/settings`

function kysely() {
  return app.strongroom.services.database.kysely
}

function row() {
  return kysely().selectFrom('room').selectAll().where('guid', '=', room.guid).executeTakeFirstOrThrow()
}

/** What was recorded of the settings, the latest last. */
async function changes(): Promise<unknown[]> {
  const events = await kysely()
    .selectFrom('event')
    .select('detail')
    .where('subject_guid', '=', room.guid)
    .where('kind', '=', 'RoomChanged')
    .orderBy('sequence')
    .execute()
  return events.map(({ detail }) => JSON.parse(detail) as unknown)
}

test('the owner changes what holds for the room, and each change is on record with old and new value', async () => {
  await owner.open(settings)
  expect(owner.page.valueOf('Name')).toBe('Alba')
  await owner.send('changeRoom', {
    name: 'Project Alba',
    description: 'For the bidders.',
    download: 'yes',
    print: 'yes',
    readText: 'yes',
    watermark: 'on',
    watermarkSize: 'large',
    watermarkColour: 'red',
    watermarkText: 'Confidential',
    expiry: 'destruct',
    destructAmount: '3',
    destructUnit: 'hours',
    newFolders: 'hidden',
    arrange: 'all',
    index: 'no',
    comments: 'shared',
    news: 'all',
    tellEntry: 'on',
  })
  expect(owner.text()).toContain('Changes saved.')
  expect(await row()).toMatchObject({
    name: 'Project Alba',
    description: 'For the bidders.',
    may_download: 1,
    may_print: 1,
    may_read_text: 1,
    watermark_size: 'large',
    watermark_colour: 'red',
    watermark_text: 'Confidential',
    destruct_seconds: 10_800,
    hides_new_folders: 1,
    contributors_arrange_all: 1,
    shows_index: 0,
    shares_comments: 1,
    news_choice: 'all',
    tells_entry: 1,
  })
  const recorded = await changes()
  expect(recorded).toContainEqual({ field: 'name', from: 'Alba', to: 'Project Alba' })
  expect(recorded).toContainEqual({ field: 'end', from: 'none', to: '3 hours after first entry' })
  expect(recorded).toContainEqual({ field: 'shared comments', from: 'no', to: 'yes' })
  expect(recorded).toContainEqual({ field: 'text of the pages', from: 'no', to: 'yes' })
  await owner.open(settings)
  expect(owner.page.valueOf('Name')).toBe('Project Alba')
  expect(owner.page.valueOf(/^How long/)).toBe('3')
})

test('what is saved as it is changes nothing', async () => {
  const before = await row()
  await owner.open(settings)
  await owner.send('changeRoom')
  expect(owner.text()).toContain('No changes to save')
  expect(await row()).toEqual(before)
})

test('a co-owner changes them, too; terms are kept as the owner’s', async () => {
  await cora.open(settings)
  await cora.send('changeRoom', { terms: 'custom', termsText: 'Keep quiet.', tellAcceptance: 'on' })
  expect(cora.text()).toContain('Changes saved.')
  const { terms_mode: mode, terms_guid: guid, tells_acceptance: tells } = await row()
  expect([mode, tells]).toEqual(['custom', 1])
  const terms = await kysely()
    .selectFrom('terms')
    .selectAll()
    .where('guid', '=', guid!)
    .executeTakeFirstOrThrow()
  expect(terms.text).toBe('Keep quiet.')
  const { guid: ownerGuid } = await userOf(app, 'olivia@example.org')
  expect(terms.owner_guid).toBe(ownerGuid)
})

test('the same terms saved again are the same text; other words are another', async () => {
  const { terms_guid: before } = await row()
  await owner.open(settings)
  await owner.send('changeRoom', { description: 'Other words' })
  expect((await row()).terms_guid).toBe(before)
  await owner.open(settings)
  await owner.send('changeRoom', { termsText: 'Keep very quiet.' })
  expect((await row()).terms_guid).not.toBe(before)
})

test('who saves over a newer state is told, keeps what was typed, and can then save it', async () => {
  await owner.open(settings)
  await cora.open(settings)
  await cora.send('changeRoom', { description: 'By Cora' })
  await owner.send('changeRoom', { description: 'By Olivia' })
  expect(owner.status).toBe(409)
  expect(owner.text()).toContain('changed in another window')
  expect(owner.page.valueOf(/^Description/)).toBe('By Olivia')
  expect((await row()).description).toBe('By Cora')
  await owner.send('changeRoom')
  expect((await row()).description).toBe('By Olivia')
})

test.each([
  [{ name: 'con.pdf' }, folderNameMessage],
  [{ name: '' }, 'Enter a name for the data room.'],
  [{ name: 'x'.repeat(31) }, 'Shorten this to 30 characters or fewer.'],
  [{ description: '<b>' }, 'must not contain these characters'],
  [{ expiry: 'date', expiryDate: '2001-01-01' }, 'tomorrow'],
  [{ expiry: 'date', expiryDate: '' }, 'date'],
  [{ expiry: 'destruct', destructAmount: '61' }, 'Enter a whole number from 1 to 60.'],
  [{ watermark: 'on', watermarkText: 'x'.repeat(61) }, 'at most 60 characters'],
  [{ terms: 'custom', termsText: '' }, 'Enter or paste the terms.'],
  [{ terms: 'team' }, 'Your organisation has no terms yet'],
])('%j is refused with why, and nothing changes', async (values, words) => {
  const before = await row()
  await owner.open(settings)
  await owner.send('changeRoom', { ...values, news: 'nobody' } as Record<string, string>)
  expect(owner.status).toBe(400)
  expect(owner.text()).toContain(words)
  expect(owner.page.isChosen('No one')).toBe(true)
  expect(await row()).toEqual(before)
})

test('a fixed date holds to its end of day in the zone of who chose it', async () => {
  await owner.open(settings)
  const date = app.clock.dateIn(5)
  await owner.send('changeRoom', { expiry: 'date', expiryDate: date })
  expect(await row()).toMatchObject({
    destruct_seconds: 0,
    expires_at: Date.parse(`${date}T00:00Z`) + 86_400_000,
  })
})

test('a contributor, a stranger, a removed co-owner and another room’s owner change nothing', async () => {
  const before = await row()
  await owner.open(settings)
  const { entries } = owner.page.submission(owner.page.form('changeRoom'))
  await mia.open('/home')
  for (const other of [mia, app.browser(), await makeUser(app, { email: 'xenia@example.org' })]) {
    await other.open('/access/404')
    const got = await other.fetch(settings, { method: 'GET' })
    expect([302, 403]).toContain(got.status)
    expect(await got.text()).not.toContain('Project Alba')
    const head = await other.fetch(settings, { method: 'HEAD' })
    expect([302, 403]).toContain(head.status)
    const body = new URLSearchParams(entries.map(({ name, value }) => [name, String(value)]))
    const posted = await other.fetch(settings, {
      method: 'POST',
      body: body.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(posted.status).toBeGreaterThanOrEqual(300)
  }
  await kysely()
    .updateTable('member')
    .set({ removed_at: 1 })
    .where('guid', '=', room.members[coEmail]!)
    .execute()
  await cora.open(settings)
  expect(cora.status).toBe(403)
  expect(await row()).toEqual(before)
})

test('a room that is not there and a room of others are one answer', async () => {
  const xenia = await makeUser(app, { email: 'yara@example.org' })
  await xenia.open(settings)
  const [status, text] = [xenia.status, xenia.text()]
  await xenia.open(`/rooms/${'0'.repeat(32)}/settings`)
  expect([xenia.status, xenia.text()]).toEqual([status, text])
})

test('the page says what the options mean in each version', async () => {
  await owner.open(settings)
  expect(owner.text()).toContain('Each member’s role decides what they can do')
  expect(owner.text()).toContain('New folders')
  const old = await makeRoom(app, { name: 'Old', version: 1 })
  await owner.open(`/rooms/${old.guid}/settings`)
  expect(owner.text()).toContain('apply to all viewers')
  expect(owner.text()).not.toContain('New folders')
})
