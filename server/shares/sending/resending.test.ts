import { beforeEach, expect, test } from 'vitest'
import type { User } from '#server/accounts/users.ts'
import { day } from '#server/rules/sharing/expiry.ts'
import { openSharing, type SharingWorld } from '#tests/support/unit/sharing-world.ts'
import { addUser } from '#tests/support/unit/users.ts'

let world: SharingWorld
let anna: User
let guid: string

beforeEach(async () => {
  world = await openSharing()
  anna = await addUser(world, 'anna@example.com')
  guid = await world.share(anna, {
    to: 'rita@example.net, bob@example.org',
    protections: { destructSeconds: 0, expiresAt: world.now + day },
  })
  await sent()
})

/** To whom emails were sent since the last check. */
async function sent(): Promise<string[]> {
  await world.jobs.drain()
  return world.emails
    .splice(0)
    .map(({ to }) => to)
    .toSorted()
}

test('the link goes again to those who have not opened it, or to all', async () => {
  await world.noteOpened(guid, 'rita@example.net')
  expect(await world.resending.sendAgain(anna, guid, { to: 'unopened' })).toBe(1)
  expect(await sent()).toEqual(['bob@example.org'])
  expect(await world.resending.sendAgain(anna, guid, { to: 'all' })).toBe(2)
  expect(await sent()).toEqual(['bob@example.org', 'rita@example.net'])
})

test('the email is the first one again, without the name of the file', async () => {
  await world.resending.sendAgain(anna, guid, { to: 'all' })
  await world.jobs.drain()
  expect(world.emails[0]!.text).toContain(`https://files.example.com/file/${guid}`)
  expect(world.emails[0]!.text).toContain('Hello')
  expect(JSON.stringify(world.emails)).not.toContain('plan.txt')
})

test('a person from whom the file was taken away gets no email', async () => {
  await world.database.kysely
    .updateTable('recipient')
    .set({ revoked_at: world.now })
    .where('email', '=', 'bob@example.org')
    .execute()
  await world.resending.sendAgain(anna, guid, { to: 'all' })
  expect(await sent()).toEqual(['rita@example.net'])
})

test('nothing is sent where everyone has opened it, or no one is named', async () => {
  for (const email of ['rita@example.net', 'bob@example.org']) await world.noteOpened(guid, email)
  await expect(world.resending.sendAgain(anna, guid, { to: 'unopened' })).rejects.toMatchObject({
    problem: 'recipientsMissing',
    field: 'to',
  })
  const link = await world.share(anna, { to: '', protections: { visibility: 'public' } })
  await expect(world.resending.sendAgain(anna, link, { to: 'all' })).rejects.toThrow('recipientsMissing')
  expect(await sent()).toEqual([])
})

test("no one sends the link of another's share, of a closed one, or of one in the trash", async () => {
  const bert = await addUser(world, 'bert@example.com')
  const again = (user: User) => world.resending.sendAgain(user, guid, { to: 'all' })
  await expect(again(bert)).rejects.toThrow('notFound')
  await world.shares.kill(anna, guid)
  await expect(again(anna)).rejects.toThrow('killed')
  await world.shares.enable(anna, guid)
  await world.trash.put(anna, guid)
  await expect(again(anna)).rejects.toThrow('notFound')
  await world.trash.restore(anna, guid)
  world.now += day
  await expect(again(anna)).rejects.toThrow('expired')
  expect(await sent()).toEqual([])
})

test('three times an hour, and no more', async () => {
  for (let time = 0; time < 3; time++) {
    await world.resending.sendAgain(anna, guid, { to: 'all' })
    expect(await sent()).toHaveLength(2)
  }
  await expect(world.resending.sendAgain(anna, guid, { to: 'all' })).rejects.toThrow('tooManyAttempts')
  world.now += 3_600_000
  expect(await world.resending.sendAgain(anna, guid, { to: 'all' })).toBe(2)
})
