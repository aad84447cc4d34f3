import { expect, test } from 'vitest'
import { makeShare, makeUser, openPublicShare, userOf } from '#tests/support/world/make.ts'
import { makeRoom } from '#tests/support/world/rooms.ts'
import { somebody } from '#tests/support/world/people.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const { app } = await makeWorld()
const { plans, rooms, database } = app.strongroom.services
const email = 'pia@plans.example'
const pia = await makeUser(app, { email, browser: somebody() })

test('lists and pages say what a plan has closed, to its owner alone', async () => {
  const recipients = Array.from({ length: 6 }, (_, at) => `r${at}@example.net`).join('\n')
  const many = await makeShare(app, pia, { recipients })
  const few = await makeShare(app, pia, { visibility: 'public' })
  const first = await makeRoom(app, { ownerEmail: email, name: 'First', tree: { 'a.pdf': 'A' } })
  app.clock.advance(1000)
  const member = 'max@plans.example'
  const second = await makeRoom(app, {
    ownerEmail: email,
    name: 'Second',
    tree: {},
    members: { [member]: 5 },
  })
  const max = await makeUser(app, { email: member, browser: somebody() })
  await plans.changes.set(email, { tierCode: 0, by: 'operator' })
  await pia.open('/s')
  expect(pia.text().match(/Closed by plan/g)).toHaveLength(1)
  expect((await pia.open(`/s/${many}`)).text()).toContain('Closed by plan')
  expect((await pia.open(`/s/${few}`)).text()).not.toContain('Closed by plan')
  await openPublicShare(app, few, somebody())
  await pia.open('/d')
  expect(pia.text().match(/Closed by plan/g)).toHaveLength(1)
  expect((await pia.open(`/dr/${second.guid}`)).text()).toContain('over the limits of your plan')
  expect((await pia.open(`/dr/${first.guid}`)).text()).not.toContain('over the limits of your plan')
  await max.open('/d')
  expect(max.text()).not.toContain('Closed by plan')
  await plans.changes.set(email, { tierCode: 9, by: 'operator' })
  expect((await pia.open('/s')).text()).not.toContain('Closed by plan')
  expect((await pia.open(`/dr/${second.guid}`)).text()).not.toContain('over the limits of your plan')
})

test('a data room is weighed by the plan of its new owner at once', async () => {
  const [from, to] = ['ann@plans.example', 'bea@plans.example']
  for (const address of [from, to]) await makeUser(app, { email: address, browser: somebody() })
  const members = Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`m${at}@example.net`, 2 as const]))
  const room = await makeRoom(app, { ownerEmail: from, name: 'Alba', tree: {}, members })
  await plans.changes.set(to, { tierCode: 0, by: 'operator' })
  const ann = { user: await userOf(app, from), readerEmail: null, browserId: '' }
  await rooms.offers.offer(ann, room.guid, { email: to, roomName: 'Alba' })
  await rooms.offers.accept(await userOf(app, to), room.guid)
  const row = await database.kysely
    .selectFrom('room')
    .select('over_plan_at')
    .where('guid', '=', room.guid)
    .executeTakeFirstOrThrow()
  expect(row.over_plan_at).not.toBeNull()
})
