import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { eventKinds } from '#tests/support/world/events.ts'
import { makeUser } from '#tests/support/world/make.ts'
import { somebody } from '#tests/support/world/people.ts'
import { enterRoom, makeRoom, makeRule } from '#tests/support/world/rooms.ts'

const [ben, cleo] = ['ben@example.net', 'cleo@example.net']

const {
  app,
  operator: owner,
  room,
} = await makeWorld({
  room: { tree: { Open: { 'lease.pdf': 'Rent' } }, members: { [ben]: 1, [cleo]: 4 } },
})
const file = room.items['Open/lease.pdf']!
const page = `/rooms/${room.guid}/files/${file}/comments`

async function share(comments: 'off' | 'shared'): Promise<void> {
  await owner.open(`/rooms/${room.guid}/settings`)
  await owner.send('changeRoom', { comments })
}

/** What is stored, however it was asked for. */
function stored() {
  const { kysely } = app.strongroom.services.database
  return kysely.selectFrom('room_comment').select(['number', 'text']).orderBy('number').execute()
}

test('a room has no comments until its owner shares them', async () => {
  const member = await enterRoom(app, room.guid, ben, somebody())
  await member.open(page)
  expect([member.status, member.text()]).toEqual([
    403,
    expect.stringContaining('Comments are off in this data room.'),
  ])
  await member.open(`/rooms/${room.guid}/files/${file}`)
  expect(member.page.root.querySelector(`a[href="${page}"]`)).toBeNull()
  await owner.open(page)
  expect(owner.status).toBe(403)
})

test('everyone who sees a file reads its comments and adds to them; who wrote one deletes it', async () => {
  await share('shared')
  const member = await enterRoom(app, room.guid, ben, somebody())
  await member.open(`/rooms/${room.guid}/files/${file}`)
  await member.follow('Comments')
  await member.send('write', { text: 'Which annex?' })
  expect(member.text()).toContain('Comment sent.')
  await owner.open(page)
  expect(owner.text()).toContain('Which annex?')
  await owner.send('write', { text: 'Annex B.' })
  const other = await enterRoom(app, room.guid, cleo, somebody())
  await other.open(page)
  expect(other.text()).toContain('Annex B.')
  // Another's comment has no button, and a forged one deletes nothing.
  expect(other.page.root.querySelectorAll('button').filter(({ text }) => text.includes('Delete'))).toEqual([])
  await other.send('write', { text: 'Mine.' })
  await other.send('remove', { number: '1' })
  expect(other.status).toBe(404)
  await member.open(page)
  await member.send('remove', { number: '1' })
  expect(member.text()).toContain('This comment was deleted.')
  expect(await stored()).toEqual([
    { number: 1, text: '' },
    { number: 2, text: 'Annex B.' },
    { number: 3, text: 'Mine.' },
  ])
  expect(await eventKinds(app, file)).toContain('FileCommented')
})

test('what is typed comes back where it is refused', async () => {
  await share('shared')
  await owner.open(page)
  await owner.send('write', { text: 'See <b>annex</b>' })
  expect([owner.status, owner.page.valueOf('Your comment')]).toEqual([400, 'See <b>annex</b>'])
})

test('who does not see the file learns nothing of its comments, and an archived room takes none', async () => {
  await share('shared')
  await owner.open(page)
  await owner.send('write', { text: 'For those inside.' })
  const before = await stored()
  const hidden = await enterRoom(app, room.guid, cleo, somebody())
  await hidden.open(page)
  const written = hidden.page.submission(hidden.page.form('write'))
  await makeRule(app, room.members[cleo]!, file, -1)
  const entries = written.entries.map((one) => (one.name === 'text' ? { ...one, value: 'Still here' } : one))
  await hidden.submit({ ...written, entries })
  expect(hidden.status).toBe(404)
  const elsewhere = await makeRoom(app, { tree: { 'other.pdf': 'Other' }, members: { [ben]: 1 } })
  const people: [Browser, number][] = [
    [hidden, 404],
    [await makeUser(app, { browser: somebody() }), 403],
  ]
  for (const [who, status] of people) {
    await who.open(page)
    expect([who.status, who.text().includes('For those inside.')]).toEqual([status, false])
  }
  // The file of one room at the address of another.
  await owner.open(`/rooms/${elsewhere.guid}/files/${file}/comments`)
  expect(owner.status).toBe(404)
  const { kysely } = app.strongroom.services.database
  await kysely
    .updateTable('room')
    .set({ archived_at: app.clock.now() })
    .where('guid', '=', room.guid)
    .execute()
  await owner.open(page)
  expect(owner.text()).toContain('so you can’t add comments')
  expect(await stored()).toEqual(before)
})
