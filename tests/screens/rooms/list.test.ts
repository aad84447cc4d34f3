// @module-tag engines
import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { makeUser, operatorEmail, userOf } from '#tests/support/world/make.ts'
import { addAddress } from '#tests/support/world/addresses.ts'
import { makeRoom, type MadeRoom } from '#tests/support/world/rooms.ts'

const miaEmail = 'mia@example.net'
const secondEmail = 'mia.second@example.net'

const {
  app,
  operator: owner,
  people: [mia],
  room: alba,
} = await makeWorld({
  people: [miaEmail],
  room: { name: 'Alba', members: { [miaEmail]: 1, 'noa@example.net': 3 } },
})
const berta = await makeRoom(app, { name: 'Berta 100%', version: 1, members: { [secondEmail]: 3 } })

function change(room: MadeRoom, email: string, values: Record<string, number | null>) {
  return app.strongroom.services.database.kysely
    .updateTable('member')
    .set(values)
    .where('guid', '=', room.members[email]!)
    .execute()
}

test('who has no room yet is shown how to make one', async () => {
  const nobody = await makeUser(app, { email: 'nobody@example.org' })
  await nobody.open('/d')
  expect(nobody.text()).toContain('Share folders and files with people')
  expect(nobody.page.links('New data room')).toEqual(['/foldercreate'])
})

test('an owner lists own rooms, with how many people are in them', async () => {
  await owner.open('/d?order=name')
  const text = owner.text()
  expect(text.indexOf('Alba')).toBeLessThan(text.indexOf('Berta'))
  expect(text).toContain('2 members')
  expect(text).toContain('1 member')
  expect(owner.page.links('Alba')).toEqual([`/dr/${alba.guid}`])
  expect(owner.page.links('Berta 100%')).toEqual([`/d/${berta.guid}`])
})

test('a member lists the rooms of others, also by a further address, and is told of no other people', async () => {
  await mia.open('/d')
  expect(mia.text()).toContain('Alba')
  expect(mia.text()).toContain('Olivia Ortega')
  expect(mia.text()).not.toContain('Berta')
  expect(mia.text()).not.toMatch(/\d members?/)
  await addAddress(app, mia, secondEmail)
  await mia.open('/d')
  expect(mia.text()).toContain('Berta 100%')
  expect(mia.text()).toContain('Viewer')
})

test('a room is found by a part of its name in any case, and signs of patterns are only signs', async () => {
  await owner.open('/d?q=ALB')
  expect(owner.text()).toContain('Alba')
  expect(owner.text()).not.toContain('Berta')
  await owner.open('/d?q=100%25')
  expect(owner.text()).toContain('Berta 100%')
  expect(owner.text()).not.toContain('Alba')
  for (const sign of ['%25', '_', '\\', '%00']) {
    for (const pattern of [`${sign}zz`, `B${sign}rta`]) {
      await owner.open(`/d?q=${pattern}`)
      expect(owner.text()).toContain('No data rooms match.')
    }
  }
})

test('an address that names a row as no one writes it is the first page', async () => {
  for (const beside of ['x', '-', `${alba.guid}-x`, `${alba.guid}-1%00`]) {
    await owner.open(`/d?order=newest&after=${beside}`)
    expect(owner.status).toBe(200)
    expect(owner.text()).toContain('Alba')
  }
})

test('a page begins behind the row that its address names, and leads back', async () => {
  const { lists: roomLists } = app.strongroom.services.rooms
  const identity = { user: await userOf(app, operatorEmail), readerEmail: null, browserId: 'b' }
  for (const order of ['name', 'newest', 'visit'] as const) {
    const range = { order, search: '', pageSize: 1, beside: null }
    const first = await roomLists.list(identity, range)
    const [row] = first.rows
    expect([first.hasBefore, first.hasAfter]).toEqual([false, true])
    const second = await roomLists.list(identity, {
      ...range,
      beside: { side: 'after', key: row!.key, guid: row!.room.guid },
    })
    expect([second.hasBefore, second.hasAfter]).toEqual([true, false])
    const [other] = second.rows
    expect(other!.room.guid).not.toBe(row!.room.guid)
    const back = await roomLists.list(identity, {
      ...range,
      beside: { side: 'before', key: other!.key, guid: other!.room.guid },
    })
    expect(back.rows.map(({ room }) => room.guid)).toEqual([row!.room.guid])
    expect([back.hasBefore, back.hasAfter]).toEqual([false, true])
  }
})

test('who was suspended or removed, or whose room is in the trash, does not find it listed', async () => {
  for (const column of ['suspended_at', 'removed_at']) {
    await change(alba, miaEmail, { [column]: 1 })
    await mia.open('/d')
    expect(mia.text()).not.toContain('Alba')
    await change(alba, miaEmail, { suspended_at: null, removed_at: null })
  }
  await mia.open('/d')
  expect(mia.text()).toContain('Alba')
  const { kysely } = app.strongroom.services.database
  const set = (binned_at: number | null) =>
    kysely.updateTable('room').set({ binned_at }).where('guid', '=', alba.guid).execute()
  await set(1)
  for (const browser of [mia, owner]) {
    await browser.open('/d')
    expect(browser.text()).not.toContain('Alba')
  }
  await set(null)
})

test('what is beside a room says whether it can be entered', async () => {
  const { kysely } = app.strongroom.services.database
  await change(alba, miaEmail, { starts_at: app.clock.now() + 86_400_000 })
  await mia.open('/d')
  expect(mia.text()).toContain('Access starts')
  await change(alba, miaEmail, { starts_at: null, expires_at: app.clock.now() - 1 })
  await mia.open('/d')
  expect(mia.text()).toContain('Access ended')
  await change(alba, miaEmail, { expires_at: app.clock.now() + 3 * 86_400_000 })
  await mia.open('/d')
  expect(mia.text()).toContain('3 days left')
  await change(alba, miaEmail, { expires_at: null })
  await kysely.updateTable('room').set({ archived_at: 1 }).where('guid', '=', alba.guid).execute()
  await mia.open('/d')
  expect(mia.text()).toContain('Archived')
  await kysely.updateTable('room').set({ archived_at: null }).where('guid', '=', alba.guid).execute()
})

test('a member without an account finds the rooms beside the files of the proved address', async () => {
  const noa = app.browser()
  await noa.open('/files')
  expect(noa.path).toMatch(/^\/access\/filelogin/)
  await noa.open('/d')
  expect(noa.path).toMatch(/^\/access\/login/)
})

test('old addresses lead to the new ones', async () => {
  await owner.open('/folder')
  expect(owner.path).toBe('/d')
  const response = await owner.fetch(`/folder/${alba.guid}?tbar=x`)
  expect(response.status).toBe(302)
  expect(response.headers.get('location')).toBe(`/d/${alba.guid}?tbar=x`)
})
