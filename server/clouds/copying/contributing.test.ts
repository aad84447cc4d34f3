import { expect, test } from 'vitest'
import { asking, openCopyWorld } from '#tests/support/clouds/copy-world.ts'
import { openingHolds } from '#server/rules/reading/dwell.ts'
import { addMember } from '#tests/support/unit/members.ts'
import { addTerms } from '#tests/support/unit/terms.ts'
import { addUser } from '#tests/support/unit/users.ts'
import { client } from '#tests/support/unit/world.ts'

const choices = { same_name: 'version', export_as: 'pdf' } as const

/** A member with an account, who has entered the room in their browser. */
async function openWithMember(role: 1 | 4) {
  const world = await openCopyWorld()
  const user = await addUser(world, 'mia@example.net')
  const member = await addMember(world, world.room, user.email, role)
  world.connected = user.guid
  return { world, user, mia: { ...member, user } }
}

test('a contributor who has entered copies into the room, and is on record for it', async () => {
  const { world, mia } = await openWithMember(4)
  const target = { roomGuid: world.room, parentGuid: world.room }
  const copy = await world.copies.begin(mia, 'google', target, client)
  const plan = world.cloud.addFile('plan.txt', 'the plan')
  await world.pickAs(mia.user, copy, [plan])
  await world.copies.start(mia, copy, choices, client)
  await world.jobs.drain()
  expect(await world.tree()).toEqual(['plan.txt'])
  const { added_by } = await world.database.kysely
    .selectFrom('item')
    .select('added_by')
    .where('name', '=', 'plan.txt')
    .executeTakeFirstOrThrow()
  expect(added_by).toBe('mia@example.net')
})

test('in a browser in which they have not entered, they cannot', async () => {
  const { world, user } = await openWithMember(4)
  const target = { roomGuid: world.room, parentGuid: world.room }
  const begun = world.copies.begin(asking(user), 'google', target, client)
  await expect(begun).rejects.toMatchObject({ problem: 'enterFirst' })
})

test('who only reads copies nothing, and who is removed meanwhile nothing more', async () => {
  const { world, mia } = await openWithMember(1)
  const target = { roomGuid: world.room, parentGuid: world.room }
  const begun = world.copies.begin(mia, 'google', target, client)
  await expect(begun).rejects.toMatchObject({ problem: 'roomRoleNeeded' })

  const other = await openWithMember(4)
  const into = { roomGuid: other.world.room, parentGuid: other.world.room }
  const copy = await other.world.copies.begin(other.mia, 'google', into, client)
  await other.world.pickAs(other.mia.user, copy, [other.world.cloud.addFile('plan.txt', 'the plan')])
  await other.world.copies.start(other.mia, copy, choices, client)
  await other.world.database.kysely
    .updateTable('member')
    .set({ removed_at: other.world.now })
    .where('guid', '=', other.mia.memberGuid)
    .execute()
  await other.world.jobs.drain()
  expect(await other.world.tree()).toEqual([])
  expect(other.world.cloud.opened).toEqual([])
})

test('a copy that outlasts their visit goes on, and what they begin afterwards does not', async () => {
  const { world, mia } = await openWithMember(4)
  const target = { roomGuid: world.room, parentGuid: world.room }
  const copy = await world.copies.begin(mia, 'google', target, client)
  const next = await world.copies.begin(mia, 'google', target, client)
  const plan = world.cloud.addFile('plan.txt', 'the plan')
  for (const guid of [copy, next]) await world.pickAs(mia.user, guid, [plan])
  await world.copies.start(mia, copy, choices, client)
  world.now += openingHolds
  const late = world.copies.start(mia, next, choices, client)
  await expect(late).rejects.toMatchObject({ problem: 'enterFirst' })
  await world.jobs.drain()
  expect(await world.tree()).toEqual(['plan.txt'])
})

test('terms that came since stop a copy until they are accepted', async () => {
  const { world, mia } = await openWithMember(4)
  const target = { roomGuid: world.room, parentGuid: world.room }
  const copy = await world.copies.begin(mia, 'google', target, client)
  await world.pickAs(mia.user, copy, [world.cloud.addFile('plan.txt', 'the plan')])
  await world.copies.start(mia, copy, choices, client)
  const terms_guid = await addTerms(world, world.owner)
  await world.database.kysely.updateTable('room').set({ terms_mode: 'custom', terms_guid }).execute()
  world.now += openingHolds
  await world.jobs.drain()
  expect(await world.tree()).toEqual([])
  expect(world.cloud.opened).toEqual([])
})
