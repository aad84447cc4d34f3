import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { operatorEmail } from '#tests/support/world/make.ts'
import { accountIdentity, makeTeam } from '#tests/support/world/room-people.ts'
import { makeRoom } from '#tests/support/world/rooms.ts'

const [adminEmail, memberEmail, outsideEmail] = ['ada@example.org', 'milo@example.org', 'otto@example.org']
const reason = 'Milo has left, and the buyer asks.'

const {
  app,
  people: [admin, member, outsider],
} = await makeWorld({
  people: [
    { email: adminEmail, firstName: 'Ada', lastName: 'Adler' },
    { email: memberEmail, firstName: 'Milo', lastName: 'Mann' },
    { email: outsideEmail, firstName: 'Otto', lastName: 'Oz' },
  ],
})
await makeTeam(app, [operatorEmail, adminEmail, memberEmail], { [adminEmail]: 1 })
await makeTeam(app, [outsideEmail])
const tree = { Contracts: { 'lease.pdf': 'the lease' } }
const members = { 'vera@example.net': 1 } as const
const room = await makeRoom(app, { name: 'Milo’s room', ownerEmail: memberEmail, tree, members })
const foreign = await makeRoom(app, { name: 'Otto’s room', ownerEmail: outsideEmail, tree })

function setUser(
  email: string,
  values: { team_role?: number; invite_status?: 'Active' | 'Pending' | 'Removed' },
) {
  return app.strongroom.services.database.kysely
    .updateTable('user')
    .set(values)
    .where('email', '=', email)
    .execute()
}

async function eventsOf(guid: string) {
  const range = { topic: null, before: null, after: null, pageSize: 50 }
  return (await app.strongroom.services.tracking.activity(guid, range)).rows
}

test('an admin lists the rooms of the others in the team, and none of another team or the trash', async () => {
  await admin.open('/team/rooms')
  expect(admin.text()).toContain('Milo’s room')
  expect(admin.text()).toContain('Milo Mann')
  expect(admin.text()).toContain('1 file')
  expect(admin.text()).toContain('1 member')
  expect(admin.text()).not.toContain('Otto’s room')
  const own = await makeRoom(app, { name: 'Binned', ownerEmail: memberEmail })
  const { life: roomLife } = app.strongroom.services.rooms
  await roomLife.remove(await accountIdentity(app, memberEmail), own.guid, 'Binned')
  await admin.reload()
  expect(admin.text()).not.toContain('Binned')
  expect((await admin.open(`/team/rooms/${own.guid}`)).status).toBe(404)
})

test('nothing is seen of what is in a room without a reason, and looking needs a form', async () => {
  await admin.open(`/team/rooms/${room.guid}?folder=${room.items['Contracts']}`)
  expect(admin.text()).toContain('Why do you need to see this data room?')
  expect(admin.text()).not.toContain('Contracts')
  await admin.fill('Why do you need to see this data room?', 'because').press('Notify owner and continue')
  expect([admin.status, admin.text()]).toEqual([
    400,
    expect.stringContaining('Enter a reason of at least 10 characters.'),
  ])
  expect(await eventsOf(room.guid)).toEqual([])
  expect(await app.outbox.to(memberEmail)).toHaveLength(1)
})

test('a reason opens the list for an hour, is in the activity, and goes to the owner', async () => {
  await admin.open(`/team/rooms/${room.guid}`)
  await admin.fill('Why do you need to see this data room?', reason).press('Notify owner and continue')
  await admin.follow('Contracts')
  expect(admin.text()).toContain('lease.pdf')
  const [event] = await eventsOf(room.guid)
  expect(event).toMatchObject({ kind: 'AdminBrowsed', email: adminEmail, detail: { reason } })
  const mail = await app.outbox.newest(memberEmail)
  expect(mail.subject).toBe('An administrator of your team viewed one of your data rooms')
  expect(mail.text).toContain(reason)
  // Looking in is no role: neither the room nor a file opens, and there is no one new among the people.
  const identity = await accountIdentity(app, adminEmail)
  for (const act of ['enter', 'browse', 'add', 'manage'] as const)
    await expect(app.strongroom.services.rooms.all.pass(identity, room.guid, act)).rejects.toMatchObject({
      problem: 'notRecipient',
    })
  const file = room.items['Contracts/lease.pdf']!
  for (const page of ['', '/page/1?width=1200', '/download', '/text'])
    expect((await admin.fetch(`/view/${file}${page}`)).status).not.toBe(200)
  expect((await admin.open(`/team/rooms/${room.guid}?folder=${file}`)).status).toBe(404)
  expect((await admin.open(`/team/rooms/${room.guid}?folder=${foreign.items['Contracts']}`)).status).toBe(404)
  const { kysely } = app.strongroom.services.database
  const people = await kysely
    .selectFrom('member')
    .select('email')
    .where('room_guid', '=', room.guid)
    .execute()
  expect(people.map(({ email }) => email).sort()).toEqual([memberEmail, 'vera@example.net'])
  // Another administrator has to give a reason too.
  const operator = await accountIdentity(app, operatorEmail)
  const { ofTeam: teamRooms } = app.strongroom.services.rooms
  expect((await teamRooms.find(operator.user!, room.guid)).until).toBeNull()
})

test('members, other teams, strangers, and who is an admin no more see nothing', async () => {
  const { ofTeam: teamRooms } = app.strongroom.services.rooms
  const addresses = ['/team/rooms', `/team/rooms/${room.guid}`]
  for (const address of addresses) {
    expect((await member.fetch(address)).status).toBe(404)
    expect((await member.fetch(address, { method: 'HEAD' })).status).toBe(404)
    expect((await app.browser().fetch(address)).headers.get('location')).toContain('/access/')
  }
  expect((await outsider.fetch(`/team/rooms/${room.guid}`)).status).toBe(404)
  const client = { ip: '127.0.0.1', userAgent: 'test' }
  for (const email of [memberEmail, outsideEmail]) {
    const { user } = await accountIdentity(app, email)
    await expect(teamRooms.look(user!, room.guid, reason, client)).rejects.toMatchObject({
      problem: 'notFound',
    })
  }
  // Asked of the rows at that moment, not of what the session knew.
  const { user } = await accountIdentity(app, adminEmail)
  await teamRooms.look(user!, room.guid, reason, client)
  for (const [values, back] of [
    [{ team_role: 2 }, { team_role: 1 }],
    [{ invite_status: 'Pending' }, { invite_status: 'Active' }],
  ] as const) {
    await setUser(adminEmail, values)
    await expect(teamRooms.folder(user!, room.guid, room.guid)).rejects.toMatchObject({ problem: 'notFound' })
    await expect(teamRooms.look(user!, room.guid, reason, client)).rejects.toMatchObject({
      problem: 'notFound',
    })
    expect((await teamRooms.list(user!, 1)).rooms).toEqual([])
    await setUser(adminEmail, back)
  }
  // Of an owner who has not accepted, or has left, nothing is listed.
  await setUser(memberEmail, { invite_status: 'Removed' })
  await expect(teamRooms.folder(user!, room.guid, room.guid)).rejects.toMatchObject({ problem: 'notFound' })
  await setUser(memberEmail, { invite_status: 'Active' })
})

test('after an hour the list is closed again', async () => {
  const { ofTeam: teamRooms } = app.strongroom.services.rooms
  const { user } = await accountIdentity(app, adminEmail)
  await teamRooms.look(user!, room.guid, reason, { ip: '127.0.0.1', userAgent: 'test' })
  expect((await teamRooms.folder(user!, room.guid, room.guid)).items).toHaveLength(1)
  app.clock.advance(60 * 60_000)
  await expect(teamRooms.folder(user!, room.guid, room.guid)).rejects.toMatchObject({ problem: 'notFound' })
})
