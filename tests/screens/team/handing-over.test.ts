import { expect, test } from 'vitest'
import { newGuid } from '#server/db/guid.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { makeShare, makeUser, openPublicShare, openShare } from '#tests/support/world/make.ts'
import { makeTeam } from '#tests/support/world/room-people.ts'
import { eventKinds } from '#tests/support/world/events.ts'
import { enterRoom, makeRoom } from '#tests/support/world/rooms.ts'
import { somebody } from '#tests/support/world/people.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const { app } = await makeWorld()
const { kysely } = app.strongroom.services.database
let teams = 0

/** A team of an owner, someone who leaves it and someone who takes over. */
async function makePeople() {
  const at = `team${++teams}.example`
  const emails = { owner: `owner@${at}`, ann: `ann@${at}`, bea: `bea@${at}` }
  const browsers: Record<string, Browser> = {}
  for (const email of Object.values(emails))
    browsers[email] = await makeUser(app, { email, browser: somebody() })
  await makeTeam(app, Object.values(emails))
  return {
    emails,
    owner: browsers[emails.owner]!,
    ann: browsers[emails.ann]!,
    bea: browsers[emails.bea]!,
    annGuid: await guidOf(emails.ann),
    beaGuid: await guidOf(emails.bea),
  }
}

async function guidOf(email: string): Promise<string> {
  return (await accountOf(email)).guid
}

function accountOf(email: string) {
  return kysely
    .selectFrom('user')
    .select(['guid', 'team_guid', 'storage_bytes'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
}

/** As far as the page that asks, with the one who takes over chosen. */
async function chooseHeir(owner: Browser, annGuid: string, beaGuid: string): Promise<string> {
  await owner.open(`/team/admin?person=${annGuid}`)
  await owner.press('Remove …')
  await owner.send('removePeople', { to: beaGuid })
  return owner.text()
}

test('what a removed member shared and owned goes on under another, and readers notice nothing', async () => {
  const { emails, owner, ann, bea, annGuid, beaGuid } = await makePeople()
  const share = await makeShare(app, ann, { recipients: 'rita@example.net', message: 'Please read' })
  const room = await makeRoom(app, {
    ownerEmail: emails.ann,
    name: 'Project Birch',
    tree: { 'plan.pdf': 'Plan' },
    members: { 'max@example.com': 2 },
  })
  const reader = await openShare(app, share, 'rita@example.net', somebody())
  const member = await enterRoom(app, room.guid, 'max@example.com')
  const before = await accountOf(emails.ann)
  const emailsBefore = (await app.outbox.all()).length

  await owner.open(`/team/admin?person=${annGuid}`)
  await owner.press('Remove …')
  expect(owner.text()).toContain('They have 1 shared file and 1 data room')
  const preview = await chooseHeir(owner, annGuid, beaGuid)
  expect(preview).toContain(`${emails.bea} becomes the owner of 1 shared file and 1 data room`)
  // Nothing yet.
  expect((await accountOf(emails.ann)).team_guid).not.toBeNull()
  await owner.press('Remove and transfer')
  expect(owner.text()).toContain('What they shared and owned was transferred.')
  await app.settle()

  expect(await accountOf(emails.ann)).toMatchObject({ team_guid: null, storage_bytes: 0 })
  expect((await accountOf(emails.bea)).storage_bytes).toBe(before.storage_bytes)
  await bea.open('/s')
  expect(bea.text()).toContain('contract.pdf')
  expect((await bea.open(`/s/${share}`)).status).toBe(200)
  expect((await bea.open('/s?q=rita')).text()).toContain('contract.pdf')
  expect((await bea.open(`/dr/${room.guid}`)).text()).toContain('plan.pdf')
  expect((await ann.open(`/s/${share}`)).status).toBe(404)
  expect((await ann.open(`/dr/${room.guid}`)).status).not.toBe(200)
  expect((await ann.open('/s')).text()).not.toContain('contract.pdf')
  // The visits that were open go on.
  expect((await reader.open(`/view/${share}`)).status).toBe(200)
  expect((await member.open(`/dr/${room.guid}`)).text()).toContain('plan.pdf')
  const told = (await app.outbox.all()).slice(emailsBefore).map(({ to }) => to)
  expect(told.toSorted()).toEqual([emails.ann, emails.bea])
  expect((await app.outbox.newest(emails.ann)).text).toContain(`were transferred to ${emails.bea}`)
  expect((await app.outbox.newest(emails.bea)).subject).toBe(`You now own what ${emails.ann} shared`)
  expect(await eventKinds(app, share)).toContain('HandedOver')
  expect(await eventKinds(app, room.guid)).toContain('RoomHandedOver')
  await owner.open('/team/admin?tabActive=audit')
  expect(owner.text()).toContain(`to transfer what they shared and owned to ${emails.bea}`)
})

test('an own file that someone removed keeps by choice stays theirs', async () => {
  const { emails, owner, ann, annGuid } = await makePeople()
  const share = await makeShare(app, ann, { visibility: 'public' })
  await owner.open(`/team/admin?person=${annGuid}`)
  await owner.press('Remove …')
  await owner.press('Remove')
  expect((await accountOf(emails.ann)).team_guid).toBeNull()
  expect((await ann.open(`/s/${share}`)).status).toBe(200)
})

test('what does not fit is said before, and refused where the preview was skipped', async () => {
  const { emails, owner, ann, annGuid, beaGuid } = await makePeople()
  const share = await makeShare(app, ann, { visibility: 'public' })
  await kysely
    .updateTable('user')
    .set({ tier_code: 0, storage_bytes: 10 ** 13 })
    .where('guid', '=', beaGuid)
    .execute()
  expect(await chooseHeir(owner, annGuid, beaGuid)).toContain('Choose someone else.')
  await owner.send('removePeople', { to: beaGuid, seen: beaGuid })
  expect(owner.text()).toContain(`${emails.bea} doesn’t have the`)
  expect((await accountOf(emails.ann)).team_guid).not.toBeNull()
  expect((await ann.open(`/s/${share}`)).status).toBe(200)
})

test('what the plan of the new owner has no place for is closed, and said before', async () => {
  const { owner, ann, annGuid, beaGuid } = await makePeople()
  const recipients = Array.from({ length: 6 }, (_, at) => `r${at}@example.net`).join('\n')
  const share = await makeShare(app, ann, { recipients })
  await kysely.updateTable('user').set({ tier_code: 0 }).where('guid', '=', beaGuid).execute()
  const preview = await chooseHeir(owner, annGuid, beaGuid)
  expect(preview).toContain('1 of these is over the limits of their plan')
  await owner.press('Remove and transfer')
  const row = await kysely
    .selectFrom('share')
    .select(['owner_guid', 'over_plan_at'])
    .where('guid', '=', share)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ owner_guid: beaGuid, over_plan_at: expect.any(Number) as number })
})

/** More shares of the same file, as if each had been sent. */
async function copyShare(guid: string, times: number): Promise<void> {
  const share = await kysely
    .selectFrom('share')
    .selectAll()
    .where('guid', '=', guid)
    .executeTakeFirstOrThrow()
  const { ends_at: _, listed_as: __, name_key: ___, ...row } = share
  for (let at = 0; at < times; at++)
    await kysely
      .insertInto('share')
      .values({ ...row, guid: newGuid() })
      .execute()
}

async function sharesOf(ownerGuid: string): Promise<number> {
  return (await kysely.selectFrom('share').select('guid').where('owner_guid', '=', ownerGuid).execute())
    .length
}

test('many change hands in a job, which goes on where it was interrupted', async () => {
  const { emails, owner, ann, annGuid, beaGuid } = await makePeople()
  const share = await makeShare(app, ann, { visibility: 'public' })
  await copyShare(share, 120)
  await chooseHeir(owner, annGuid, beaGuid)
  await owner.press('Remove and transfer')
  expect(owner.text()).toContain('is being transferred')
  expect((await accountOf(emails.ann)).team_guid).toBeNull()
  const planned = await kysely.selectFrom('job').selectAll().where('kind', '=', 'member-hand-over').execute()
  expect(planned).toHaveLength(1)
  // What they share after the removal stays theirs.
  app.clock.advance(1000)
  const own = await makeShare(app, ann, { visibility: 'public' })
  expect(await sharesOf(beaGuid)).toBe(121)
  expect(await sharesOf(annGuid)).toBe(1)
  expect((await ann.open(`/s/${own}`)).status).toBe(200)
  const told = (await app.outbox.to(emails.bea)).filter(({ subject }) => subject.startsWith('You now own'))
  expect(told).toHaveLength(1)
  // The same job again, as after a kill between its last transaction and its end.
  await kysely.insertInto('job').values(planned).execute()
  await app.settle()
  const again = (await app.outbox.to(emails.bea)).filter(({ subject }) => subject.startsWith('You now own'))
  expect(again).toHaveLength(1)
  await openPublicShare(app, share, somebody())
})
