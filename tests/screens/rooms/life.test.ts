import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { day } from '#tests/support/world/clock.ts'
import { operatorEmail, signIn } from '#tests/support/world/make.ts'
import { accountIdentity, makeTeam, makeVisit, readerIdentity } from '#tests/support/world/room-people.ts'
import { makeRoom, type MadeRoom } from '#tests/support/world/rooms.ts'

const coOwnerEmail = 'carla@example.org'
const contributorEmail = 'conny@example.net'
const viewerEmail = 'vera@example.net'

const {
  app,
  operator,
  people: [coOwner, stranger],
} = await makeWorld({
  people: [
    { email: coOwnerEmail, firstName: 'Carla', lastName: 'Costa' },
    { email: 'stan@example.org', firstName: 'Stan', lastName: 'Strange' },
  ],
})
let owner = operator
await makeTeam(app, [operatorEmail, coOwnerEmail])

function make(name = 'Project Alba'): Promise<MadeRoom> {
  return makeRoom(app, {
    name,
    tree: { Contracts: { 'lease.pdf': 'the lease' }, 'plan.pdf': 'the plan' },
    members: { [coOwnerEmail]: 5, [contributorEmail]: 4, [viewerEmail]: 1 },
  })
}

/** The contributor, who has no account, inside the room. */
async function contributorIn(room: MadeRoom) {
  const identity = readerIdentity(contributorEmail)
  await makeVisit(app, identity, { roomGuid: room.guid, memberGuid: room.members[contributorEmail]! })
  return identity
}

async function kindsOf(guid: string): Promise<string[]> {
  const { rows } = await app.strongroom.services.tracking.activity(guid, {
    topic: null,
    before: null,
    after: null,
    pageSize: 20,
  })
  return rows.map(({ kind }) => kind)
}

test('owner and co-owner archive a room and open it again', async () => {
  const room = await make()
  await coOwner.open(`/rooms/${room.guid}/end`)
  await coOwner.press('Archive data room')
  expect(coOwner.text()).toContain('This data room is archived. It can be read')
  const identity = await accountIdentity(app, operatorEmail)
  const { all: rooms } = app.strongroom.services.rooms
  await expect(rooms.pass(identity, room.guid, 'add')).rejects.toMatchObject({ problem: 'roomArchived' })
  await expect(rooms.pass(identity, room.guid, 'arrange')).rejects.toMatchObject({ problem: 'roomArchived' })
  expect((await rooms.pass(identity, room.guid, 'manage')).guid).toBe(room.guid)
  await owner.open(`/rooms/${room.guid}/end`)
  await owner.press('Reopen data room')
  expect((await rooms.pass(identity, room.guid, 'add')).archivedAt).toBeNull()
  expect(await kindsOf(room.guid)).toEqual(['RoomReopened', 'RoomArchived'])
})

test('a contributor cannot archive, and a viewer does nothing to the room', async () => {
  const room = await make()
  const { life: roomLife } = app.strongroom.services.rooms
  const conny = await contributorIn(room)
  const refusal = { problem: 'roomRoleNeeded' }
  await expect(roomLife.archive(conny, room.guid)).rejects.toMatchObject(refusal)
  await expect(roomLife.reopen(conny, room.guid)).rejects.toMatchObject(refusal)
  const vera = readerIdentity(viewerEmail)
  await makeVisit(app, vera, { roomGuid: room.guid, memberGuid: room.members[viewerEmail]! })
  await expect(roomLife.archive(vera, room.guid)).rejects.toMatchObject(refusal)
  await expect(roomLife.remove(vera, room.guid, 'Project Alba')).rejects.toMatchObject(refusal)
  expect(await kindsOf(room.guid)).toEqual([])
})

test('the room goes into the trash only where its name is typed, and is closed to all then', async () => {
  const room = await make('Project Birch')
  await owner.open(`/rooms/${room.guid}/end`)
  await owner.follow('Move to trash …')
  expect(owner.text()).toContain('The data room closes to everyone right away.')
  await owner.fill('Enter the name of the data room', 'Project Beech').press('Move to trash')
  expect([owner.status, owner.text()]).toEqual([
    400,
    expect.stringContaining('That isn’t the name of this data room.'),
  ])
  await owner.fill('Enter the name of the data room', ' Project  Birch ').press('Move to trash')
  expect([owner.path, owner.text()]).toEqual(['/d/bin', expect.stringContaining('Project Birch')])
  expect(owner.text()).toContain('30 days left')
  expect(owner.text()).toContain('2 files')
  expect((await owner.open(`/rooms/${room.guid}/end`)).status).toBe(410)
  expect((await coOwner.open(`/rooms/${room.guid}/end`)).status).toBe(410)
  const { all: rooms } = app.strongroom.services.rooms
  const vera = readerIdentity(viewerEmail)
  await expect(rooms.pass(vera, room.guid, 'enter')).rejects.toMatchObject({ problem: 'roomClosed' })
  expect(await app.outbox.to(operatorEmail)).toEqual([])
})

test('what a contributor removes is told to the owner, by email and in the activity, and the owner puts it back', async () => {
  const room = await make('Project Cedar')
  const conny = await contributorIn(room)
  const { life: roomLife, all: rooms } = app.strongroom.services.rooms
  await roomLife.remove(conny, room.guid, 'Project Cedar')
  const mail = await app.outbox.newest(operatorEmail)
  expect(mail.subject).toBe(`${contributorEmail} deleted one of your data rooms`)
  expect(mail.text).toContain('Project Cedar')
  expect(mail.links).toContain('http://localhost:3000/d/bin')
  expect(await kindsOf(room.guid)).toEqual(['RoomBinned'])
  await owner.open('/d/bin')
  await owner.press('Restore Project Cedar')
  expect(owner.text()).toContain('Data room restored.')
  expect((await rooms.pass(conny, room.guid, 'add')).guid).toBe(room.guid)
  expect(await kindsOf(room.guid)).toEqual(['RoomUnbinned', 'RoomBinned'])
})

test('no one but the owner sees a room in the trash, puts it back or deletes it permanently', async () => {
  const room = await make('Project Dill')
  await app.strongroom.services.rooms.life.remove(
    await accountIdentity(app, coOwnerEmail),
    room.guid,
    'Project Dill',
  )
  const own = await makeRoom(app, { name: 'Stan’s', ownerEmail: 'stan@example.org' })
  const stan = await accountIdentity(app, 'stan@example.org')
  await app.strongroom.services.rooms.life.remove(stan, own.guid, 'Stan’s')
  for (const browser of [coOwner, stranger]) {
    await browser.open('/d/bin')
    expect(browser.text()).not.toContain('Project Dill')
    expect((await browser.open(`/d/bin/${room.guid}/erase`)).status).toBe(404)
  }
  expect((await stranger.open(`/d/bin/${'f'.repeat(32)}/erase`)).status).toBe(404)
  await stranger.open('/d/bin')
  await stranger.press('Restore Stan’s', (entries) =>
    entries.map((entry) => (entry.name === 'room' ? { ...entry, value: room.guid } : entry)),
  )
  expect(stranger.text()).toContain('Page not found, or you don’t have access.')
  await owner.open('/d/bin')
  expect(owner.text()).toContain('Project Dill')
})

test('strangers, other accounts and members of no such power get to none of the pages', async () => {
  const room = await make('Project Elm')
  const nobody = app.browser()
  for (const address of [`/rooms/${room.guid}/end`, `/rooms/${room.guid}/remove`]) {
    expect((await stranger.fetch(address)).status).toBe(403)
    expect((await stranger.fetch(address, { method: 'HEAD' })).status).toBe(403)
    const door = await nobody.fetch(address)
    expect(door.headers.get('location')).toContain(`/rooms/${room.guid}/door`)
  }
  expect((await nobody.fetch('/d/bin')).headers.get('location')).toContain('/access/')
})

test('deleting permanently takes items, files, people and activity, and gives the storage back', async () => {
  const room = await make('Project Fig')
  const {
    database,
    rooms: { life: roomLife },
  } = app.strongroom.services
  const { kysely } = database
  const conny = await contributorIn(room)
  await roomLife.remove(conny, room.guid, 'Project Fig')
  const before = await storedBytes()
  await owner.open('/d/bin')
  await owner.open(`/d/bin/${room.guid}/erase`)
  await owner.fill('Enter the name of the data room', 'project fig').press('Delete permanently')
  expect(owner.status).toBe(400)
  await owner.fill('Enter the name of the data room', 'Project Fig').press('Delete permanently')
  expect(owner.text()).toContain('Deleted permanently.')
  expect(owner.text()).not.toContain('Project Fig')
  const objects = await objectsOf(room)
  await app.settle()
  await expectGone(room)
  expect(await kysely.selectFrom('object').select('guid').where('guid', 'in', objects).execute()).toEqual([])
  expect(await storedBytes()).toBeLessThan(before)

  async function objectsOf({ guid }: MadeRoom): Promise<string[]> {
    const rows = await kysely.selectFrom('file').select('object_guid').where('room_guid', '=', guid).execute()
    expect(rows).toHaveLength(2)
    return rows.map((row) => row.object_guid)
  }
  async function storedBytes(): Promise<number> {
    const row = await kysely
      .selectFrom('user')
      .select('storage_bytes')
      .where('email', '=', operatorEmail)
      .executeTakeFirstOrThrow()
    return row.storage_bytes
  }
})

test('after 30 days nothing is put back any more, and the daily look erases it', async () => {
  const room = await make('Project Gorse')
  await app.strongroom.services.rooms.life.remove(
    await accountIdentity(app, operatorEmail),
    room.guid,
    'Project Gorse',
  )
  app.clock.advance(30 * day)
  owner = await signIn(app, operatorEmail)
  await owner.open('/d/bin')
  expect(owner.text()).not.toContain('Project Gorse')
  const { user } = await accountIdentity(app, operatorEmail)
  const { trash: roomTrash } = app.strongroom.services.rooms
  await expect(roomTrash.restore(user!, room.guid)).rejects.toMatchObject({ problem: 'notFound' })
  await app.strongroom.services.sweepStorage()
  await app.settle()
  await expectGone(room)
})

async function expectGone({ guid, items }: MadeRoom): Promise<void> {
  const { kysely } = app.strongroom.services.database
  for (const table of ['item', 'item_word', 'member', 'visit', 'file', 'event_head'] as const) {
    const rows = await kysely.selectFrom(table).selectAll().where('room_guid', '=', guid).execute()
    expect([table, rows]).toEqual([table, []])
  }
  const subjects = [guid, ...Object.values(items)]
  expect(
    await kysely.selectFrom('event').select('kind').where('subject_guid', 'in', subjects).execute(),
  ).toEqual([])
  expect(await kysely.selectFrom('room').select('guid').where('guid', '=', guid).execute()).toEqual([])
}
