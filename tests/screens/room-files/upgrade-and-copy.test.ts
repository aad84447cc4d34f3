import { expect, test } from 'vitest'
import { newGuid } from '#server/db/guid.ts'
import { powersOf } from '#server/rules/rooms/room-rights.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import { makeUser, operatorEmail } from '#tests/support/world/make.ts'
import { accountIdentity, makeTeam, makeVisit, readerIdentity } from '#tests/support/world/room-people.ts'
import { makeRoom, makeRule, type MadeRoom } from '#tests/support/world/rooms.ts'

const coOwnerEmail = 'carla@example.org'
const people = { 'vera@example.net': 3, 'vic@example.net': 3, 'gus@example.net': 3 } as const
const all = { ...people, 'conny@example.net': 4 } as const

const {
  app,
  operator: owner,
  people: [coOwner],
} = await makeWorld({ people: [{ email: coOwnerEmail, firstName: 'Carla', lastName: 'Costa' }] })
await makeTeam(app, [operatorEmail, coOwnerEmail])
await app.strongroom.services.database.kysely.updateTable('user').set({ tier_code: 9 }).execute()

async function make(name: string, version: 1 | 2, allowance?: [mayDownload: 0 | 1, mayPrint: 0 | 1]) {
  const tree = {
    Contracts: { Old: { 'lease.pdf': 'old' }, 'lease.pdf': 'lease' },
    Secret: { 'bid.pdf': 'bid' },
    'plan.pdf': 'plan',
  }
  const room = await makeRoom(app, { name, version, tree, members: { ...all, [coOwnerEmail]: 5 } })
  const { kysely } = app.strongroom.services.database
  if (allowance) {
    const [may_download, may_print] = allowance
    await kysely.updateTable('room').set({ may_download, may_print }).where('guid', '=', room.guid).execute()
  }
  const group = newGuid()
  const row = { guid: group, room_guid: room.guid, name: 'Bidders', role: 3, created_at: 1 } as const
  await kysely.insertInto('room_group').values(row).execute()
  const gus = room.members['gus@example.net']!
  await kysely.updateTable('member').set({ group_guid: group }).where('guid', '=', gus).execute()
  const rule = { guid: newGuid(), item_guid: room.items['Secret']!, member_guid: null, group_guid: group }
  await kysely
    .insertInto('room_rule')
    .values({ ...rule, right_code: 2 })
    .execute()
  await makeRule(app, room.members['vera@example.net']!, room.items['Contracts']!, -1)
  await makeRule(app, room.members['vic@example.net']!, room.guid, 0)
  await makeRule(app, room.members['vic@example.net']!, room.items['Contracts/Old']!, 3)
  await makeRule(app, room.members['vic@example.net']!, room.items['plan.pdf']!, 1)
  await makeRule(app, room.members['conny@example.net']!, room.items['Secret']!, 2)
  await kysely.updateTable('item').set({ is_closed: 1 }).where('guid', '=', room.items['Secret']!).execute()
  for (const [email, memberGuid] of Object.entries(room.members))
    if (email !== coOwnerEmail)
      await makeVisit(app, readerIdentity(email), { roomGuid: room.guid, memberGuid })
  return room
}

/** What each member can do with each item, 'hidden' where there is nothing for them. */
async function powersIn(room: MadeRoom): Promise<Record<string, unknown>> {
  const { all: rooms } = app.strongroom.services.rooms
  const powers: Record<string, unknown> = {}
  for (const email of Object.keys(all)) {
    const found = await rooms.pass(readerIdentity(email), room.guid, 'browse')
    for (const [path, guid] of Object.entries(room.items)) {
      powers[`${email} ${path}`] = await rooms.item(found, guid).then(
        (item) => powersOf(item.right, found.allowance),
        () => 'hidden',
      )
    }
  }
  return powers
}

test.each([
  [1, 1, 'Download'],
  [1, 0, 'Download'],
  [0, 1, 'View + Print'],
  [0, 0, 'View'],
] as const)(
  'with download %i and print %i viewers become %s, and no one gains or loses anything',
  async (mayDownload, mayPrint, role) => {
    const room = await make('Project Alba', 1, [mayDownload, mayPrint])
    const before = await powersIn(room)
    await owner.open(`/rooms/${room.guid}/upgrade`)
    expect(owner.text().replaceAll(/\s+/g, ' ')).toContain(`vera@example.net Viewer ${role}`)
    await owner.fill('Enter the name of the data room', 'Alba').press('Upgrade data room')
    expect(owner.text()).toContain('That isn’t the name of this data room.')
    await owner.fill('Enter the name of the data room', 'Project Alba').press('Upgrade data room')
    expect(owner.path).toBe(`/rooms/${room.guid}/end`)
    expect(await powersIn(room)).toEqual(before)
    const found = await app.strongroom.services.rooms.all.pass(
      await accountIdentity(app, operatorEmail),
      room.guid,
      'own',
    )
    expect(found.version).toBe(2)
    expect(found.allowance.mayDownload).toBe(true)
    // Once and for all.
    expect((await owner.open(`/rooms/${room.guid}/upgrade`)).status).toBe(404)
  },
)

test('no one but the owner upgrades', async () => {
  const room = await make('Project Birch', 1)
  expect((await coOwner.open(`/rooms/${room.guid}/upgrade`)).status).toBe(403)
  const { upgrade: roomUpgrade } = app.strongroom.services.rooms
  for (const identity of [await accountIdentity(app, coOwnerEmail), readerIdentity('conny@example.net')])
    await expect(roomUpgrade.upgrade(identity, room.guid, 'Project Birch')).rejects.toMatchObject({
      problem: 'roomRoleNeeded',
    })
})

test('a copy has folders in order, people, permissions and settings, and no file; no one is notified', async () => {
  const room = await make('Project Cedar', 2, [0, 1])
  const emails = (await app.outbox.all()).length
  await owner.open(`/rooms/${room.guid}/end`)
  await owner.follow('Copy data room …')
  await owner.fill('Name of the copy', 'x'.repeat(31)).press('Copy data room')
  expect(owner.text()).toContain('Shorten this to 30 characters or fewer.')
  await owner.fill('Name of the copy', 'Project Cedar 2').press('Copy data room')
  expect([owner.status, owner.heading()]).toEqual([200, 'Archive and delete'])
  expect(owner.page.links('Project Cedar 2')).toHaveLength(1)
  const copy = owner.path.split('/')[2]!
  const { kysely } = app.strongroom.services.database
  const items = await kysely
    .selectFrom('item')
    .leftJoin('item as parent', 'parent.guid', 'item.parent_guid')
    .select(['item.guid', 'item.name', 'item.kind', 'item.is_closed', 'parent.name as parent'])
    .where('item.room_guid', '=', copy)
    .orderBy('item.name')
    .execute()
  expect(items.map(({ guid: _, ...item }) => item)).toEqual([
    { name: '', kind: 'folder', is_closed: 0, parent: null },
    { name: 'Contracts', kind: 'folder', is_closed: 0, parent: '' },
    { name: 'Old', kind: 'folder', is_closed: 0, parent: 'Contracts' },
    { name: 'Secret', kind: 'folder', is_closed: 1, parent: '' },
  ])
  const made: MadeRoom = { guid: copy, items: {}, members: {} }
  const path: Record<string, string> = { Contracts: 'Contracts', Old: 'Contracts/Old', Secret: 'Secret' }
  for (const { guid, name } of items) if (path[name]) made.items[path[name]] = guid
  const members = await kysely.selectFrom('member').selectAll().where('room_guid', '=', copy).execute()
  expect(Object.fromEntries(members.map(({ email, role }) => [email, role]))).toEqual({
    ...all,
    [operatorEmail]: 0,
    [coOwnerEmail]: 5,
  })
  expect(members.every(({ mail_status }) => mail_status === 'None')).toBe(true)
  expect((await app.outbox.all()).length).toBe(emails)
  for (const { email, guid } of members) {
    if (email in all) await makeVisit(app, readerIdentity(email), { roomGuid: copy, memberGuid: guid })
  }
  const same = await powersIn({ ...room, items: pick(room.items, Object.keys(made.items)) })
  // The way to a file of the old room is no way in the copy: there the folder is empty.
  expect(await powersIn(made)).toEqual(same)
})

function pick(items: Record<string, string>, names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, items[name]!]))
}

test('what a co-owner copies is the co-owner’s, with the owner as co-owner; others cannot copy', async () => {
  const room = await make('Project Dill', 2)
  await coOwner.open(`/rooms/${room.guid}/copy`)
  await coOwner.fill('Name of the copy', 'Carla’s').choose('Send invitations').press('Copy data room')
  const copy = coOwner.path.split('/')[2]!
  const mail = await app.outbox.newest('vera@example.net')
  expect(mail.subject).toBe('Carla Costa invited you to a data room')
  expect(mail.links).toContain(`http://localhost:3000/dr/${copy}`)
  const { kysely } = app.strongroom.services.database
  const members = await kysely
    .selectFrom('member')
    .select(['email', 'role'])
    .where('room_guid', '=', copy)
    .execute()
  expect(members).toEqual(
    expect.arrayContaining([
      { email: coOwnerEmail, role: 0 },
      { email: operatorEmail, role: 5 },
    ]),
  )
  const { copies: roomCopies } = app.strongroom.services.rooms
  const { user } = await accountIdentity(app, coOwnerEmail)
  const conny = readerIdentity('conny@example.net')
  await expect(
    roomCopies.copy(user!, conny, room.guid, { name: 'Mine', invites: false }),
  ).rejects.toMatchObject({
    problem: 'roomRoleNeeded',
  })
  const stranger = await makeUser(app, { email: 'stan@example.org' })
  for (const page of ['copy', 'give', 'upgrade'])
    expect((await stranger.fetch(`/rooms/${room.guid}/${page}`)).status).toBe(403)
})
