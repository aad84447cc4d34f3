import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { day } from '#tests/support/world/clock.ts'
import { operatorEmail, signIn } from '#tests/support/world/make.ts'
import { accountIdentity, makeTeam } from '#tests/support/world/room-people.ts'
import { makeRoom, type MadeRoom } from '#tests/support/world/rooms.ts'

const newOwnerEmail = 'nora@example.org'
const coOwnerEmail = 'carla@example.org'

const quota = 1024 ** 3

const {
  app,
  operator: owner,
  people: [newOwner, carla],
} = await makeWorld({
  config: { storageQuota: quota },
  people: [
    { email: newOwnerEmail, firstName: 'Nora', lastName: 'Novak' },
    { email: coOwnerEmail, firstName: 'Carla', lastName: 'Costa' },
  ],
})
let nora = newOwner
await makeTeam(app, [operatorEmail, coOwnerEmail])
const { kysely } = app.strongroom.services.database
await kysely.updateTable('user').set({ tier_code: 9 }).execute()

function make(name: string): Promise<MadeRoom> {
  const members = { [coOwnerEmail]: 5, 'vera@example.net': 1 } as const
  return makeRoom(app, { name, tree: { 'lease.pdf': 'the lease', Plans: { 'plan.pdf': 'a plan' } }, members })
}

async function offer(room: MadeRoom, name: string, email: string): Promise<void> {
  await owner.open(`/rooms/${room.guid}/give`)
  await owner.fill('New owner’s email address', email).fill('Enter the name of the data room', name)
  await owner.press('Send offer')
}

async function bytesOf(email: string): Promise<number> {
  const { kysely } = app.strongroom.services.database
  const row = await kysely
    .selectFrom('user')
    .select('storage_bytes')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return row.storage_bytes
}

async function rolesIn({ guid }: MadeRoom): Promise<Record<string, number>> {
  const { kysely } = app.strongroom.services.database
  const rows = await kysely
    .selectFrom('member')
    .select(['email', 'role'])
    .where('room_guid', '=', guid)
    .execute()
  return Object.fromEntries(rows.map(({ email, role }) => [email, role]))
}

test('a room changes hands once its receiver accepts: people, files and storage together', async () => {
  const room = await make('Project Alba')
  const before = { owner: await bytesOf(operatorEmail), nora: await bytesOf(newOwnerEmail) }
  await offer(room, 'Project Alba', ' Nora@Example.org ')
  expect(owner.text()).toContain(`Offered to ${newOwnerEmail}`)
  const mail = await app.outbox.newest(newOwnerEmail)
  expect(mail.subject).toBe('Olivia Ortega offers you a data room')
  expect(await rolesIn(room)).toMatchObject({ [operatorEmail]: 0 })
  await nora.open(mail.links.find((link) => link.includes('/offer'))!)
  expect(nora.text()).toContain('Project Alba')
  expect(nora.text()).toContain('2 files')
  await nora.press('Accept ownership')
  expect([nora.path, nora.status]).toEqual([`/rooms/${room.guid}/end`, 200])
  // Carla is of the old owner's team and not of the new one's.
  expect(await rolesIn(room)).toEqual({
    [operatorEmail]: 3,
    [newOwnerEmail]: 0,
    [coOwnerEmail]: 3,
    'vera@example.net': 1,
  })
  const moved = (await bytesOf(newOwnerEmail)) - before.nora
  expect(moved).toBeGreaterThan(0)
  expect(await bytesOf(operatorEmail)).toBe(before.owner - moved)
  const { kysely } = app.strongroom.services.database
  const files = await kysely
    .selectFrom('file')
    .select('owner_guid')
    .where('room_guid', '=', room.guid)
    .execute()
  const { user } = await accountIdentity(app, newOwnerEmail)
  expect(new Set(files.map((file) => file.owner_guid))).toEqual(new Set([user!.guid]))
  expect((await app.outbox.newest(operatorEmail)).text).toContain('Your role is now Download.')
  expect((await app.outbox.newest(newOwnerEmail)).subject).toBe('You now own a data room')
  // The one who was the owner does what an owner does no more, and no offer waits any longer.
  expect((await owner.open(`/rooms/${room.guid}/give`)).status).toBe(403)
  expect((await nora.open(`/rooms/${room.guid}/offer`)).status).toBe(404)
})

test('within one team who gave the room stays as co-owner', async () => {
  const room = await make('Project Birch')
  await offer(room, 'Project Birch', coOwnerEmail)
  await carla.open(`/rooms/${room.guid}/offer`)
  await carla.press('Accept ownership')
  expect(await rolesIn(room)).toEqual({ [operatorEmail]: 5, [coOwnerEmail]: 0, 'vera@example.net': 1 })
})

test('an offer is for the person who has the address, and for no one else', async () => {
  const room = await make('Project Cedar')
  await offer(room, 'Project Cedar', newOwnerEmail)
  expect((await carla.open(`/rooms/${room.guid}/offer`)).status).toBe(404)
  expect((await carla.fetch(`/rooms/${room.guid}/offer`, { method: 'HEAD' })).status).toBe(404)
  const { offers: roomOffers } = app.strongroom.services.rooms
  const { user } = await accountIdentity(app, coOwnerEmail)
  await expect(roomOffers.accept(user!, room.guid)).rejects.toMatchObject({ problem: 'notFound' })
  await expect(roomOffers.decline(user!, room.guid)).rejects.toMatchObject({ problem: 'notFound' })
  const co = await accountIdentity(app, coOwnerEmail)
  const form = { email: coOwnerEmail, roomName: 'Project Cedar' }
  await expect(roomOffers.offer(co, room.guid, form)).rejects.toMatchObject({ problem: 'roomRoleNeeded' })
  await expect(roomOffers.withdraw(co, room.guid)).rejects.toMatchObject({ problem: 'roomRoleNeeded' })
  await nora.open(`/rooms/${room.guid}/offer`)
  await nora.press('Decline')
  expect(nora.text()).toContain('Offer declined.')
  expect((await nora.open(`/rooms/${room.guid}/offer`)).status).toBe(404)
  expect(await rolesIn(room)).toMatchObject({ [operatorEmail]: 0, [coOwnerEmail]: 5 })
})

test('the owner is not told whether an address has an account, and can take an offer back', async () => {
  const room = await make('Project Dill')
  await offer(room, 'Project Dill', 'nobody@example.com')
  const said = owner.text().replaceAll('nobody@example.com', newOwnerEmail)
  await offer(room, 'Project Dill', newOwnerEmail)
  expect(owner.text()).toBe(said)
  await owner.press('Withdraw offer')
  expect(owner.text()).not.toContain('Offered to')
  expect((await nora.open(`/rooms/${room.guid}/offer`)).status).toBe(404)
})

test.each([
  [newOwnerEmail, 'Project Elms', 'That isn’t the name of this data room.'],
  [operatorEmail, 'Project Elm', 'That’s your own address.'],
  ['nora', 'Project Elm', 'Enter a valid email address,'],
])('an offer to %s under the name %s is refused', async (email, name, words) => {
  const room = await make('Project Elm')
  await offer(room, name, email)
  expect([owner.status, owner.text()]).toEqual([400, expect.stringContaining(words)])
  const { user } = await accountIdentity(app, newOwnerEmail)
  expect(await app.strongroom.services.rooms.offers.waitingFor(user!)).toEqual([])
})

test('who has no place for one more room, or for its files, gets none of it, and the offer waits on', async () => {
  const room = await make('Project Fig')
  await offer(room, 'Project Fig', newOwnerEmail)
  const { kysely } = app.strongroom.services.database
  const before = await bytesOf(newOwnerEmail)
  await kysely.updateTable('user').set({ tier_code: 0 }).where('email', '=', newOwnerEmail).execute()
  await nora.open(`/rooms/${room.guid}/offer`)
  await nora.press('Accept ownership')
  expect(nora.text()).toContain('You have exceeded the data room quota.')
  const nearlyFull = { storage_bytes: quota - 10, tier_code: 9 }
  await kysely.updateTable('user').set(nearlyFull).where('email', '=', newOwnerEmail).execute()
  await nora.open(`/rooms/${room.guid}/offer`)
  await nora.press('Accept ownership')
  expect(nora.text()).toContain('more than you have left')
  expect(await bytesOf(newOwnerEmail)).toBe(quota - 10)
  expect(await rolesIn(room)).toMatchObject({ [operatorEmail]: 0 })
  await kysely
    .updateTable('user')
    .set({ storage_bytes: before, tier_code: 9 })
    .where('email', '=', newOwnerEmail)
    .execute()
  expect((await nora.open(`/rooms/${room.guid}/offer`)).status).toBe(200)
  await app.strongroom.services.rooms.offers.withdraw(await accountIdentity(app, operatorEmail), room.guid)
})

test('an offer ends with its fourteen days, and with the room in the trash', async () => {
  const room = await make('Project Gorse')
  await offer(room, 'Project Gorse', newOwnerEmail)
  const { life: roomLife, trash: roomTrash, offers: roomOffers } = app.strongroom.services.rooms
  const own = await accountIdentity(app, operatorEmail)
  await roomLife.remove(own, room.guid, 'Project Gorse')
  expect((await nora.open(`/rooms/${room.guid}/offer`)).status).toBe(404)
  await expect(
    roomOffers.offer(own, room.guid, { email: newOwnerEmail, roomName: 'Project Gorse' }),
  ).rejects.toMatchObject({ problem: 'roomClosed' })
  await roomTrash.restore(own.user!, room.guid)
  expect((await nora.open(`/rooms/${room.guid}/offer`)).status).toBe(200)
  app.clock.advance(14 * day)
  nora = await signIn(app, newOwnerEmail)
  expect((await nora.open(`/rooms/${room.guid}/offer`)).status).toBe(404)
})
