import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { signIn, operatorEmail } from '#tests/support/world/make.ts'
import { makeRoom, enterRoom } from '#tests/support/world/rooms.ts'
import { rows, facts } from '#tests/support/browser/shown.ts'
import { newGuid } from '#server/db/guid.ts'
import { memberRow, outcomes, problem, records } from './member-pages.ts'

const [mia, ned] = ['mia@example.net', 'ned@example.net']

const { app, operator: olivia } = await makeWorld()

/** Makes a group, and returns its address. */
async function makeGroup(roomGuid: string, name = 'Bidder A', role = '1'): Promise<string> {
  await olivia.open(`/rooms/${roomGuid}/groups?panel=add`)
  await olivia.send('make', { name, role })
  return olivia.url.pathname
}

test('the role of a group holds for its people, at once', async () => {
  const made = await makeRoom(app, { tree: { 'a.pdf': 'Page one' }, members: { [mia]: 3, [ned]: 1 } })
  const group = await makeGroup(made.guid)
  await olivia.send('putIn', { people: `${mia}; ${ned}; nobody@example.net` })
  expect(outcomes(olivia)).toEqual([
    `Done ${mia} The group’s role and permissions now apply.`,
    `Done ${ned} The group’s role and permissions now apply.`,
    'Not done nobody@example.net No member has this address. Add them under People first.',
  ])
  await olivia.open(`/rooms/${made.guid}/people/${made.members[mia]!}`)
  expect(facts(olivia)['Role']).toBe('View from group Bidder A')
  await olivia.open(group)
  expect(rows(olivia)).toHaveLength(2)
  await olivia.send('change', { role: '4', prints: '5' })
  await olivia.open(`/rooms/${made.guid}/people?role=4`)
  expect(rows(olivia)).toHaveLength(2)
  await olivia.open(group)
  await olivia.choose(`Select ${ned}`).press('Remove from group')
  expect((await memberRow(app, made.guid, ned)).group_guid).toBeNull()
  expect((await records(app, made.guid)).map(([kind]) => kind)).toEqual([
    'GroupMade',
    'MemberChanged',
    'MemberChanged',
    'GroupChanged',
    'MemberChanged',
  ])
})

test('before a group is deleted it is said who then has which role, and that hidden folders will be seen', async () => {
  const made = await makeRoom(app, { tree: { 'a.pdf': 'Page one' }, members: { [mia]: 3, [ned]: 1 } })
  const group = await makeGroup(made.guid)
  const groupGuid = group.split('/').at(-1)!
  await olivia.send('putIn', { people: `${mia} ${ned}` })
  await app.strongroom.services.database.kysely
    .insertInto('room_rule')
    .values({
      guid: newGuid(),
      item_guid: made.items['a.pdf']!,
      member_guid: null,
      group_guid: groupGuid,
      right_code: -1,
    })
    .execute()
  const reader = await enterRoom(app, made.guid, mia)
  const page = `/view/${made.items['a.pdf']!}/page/1`
  expect((await reader.fetch(page)).status).not.toBe(200)
  await olivia.open(group)
  await olivia.follow('Delete group …')
  expect(olivia.text()).toContain('1 member stays in the data room as View, with individual permissions.')
  expect(olivia.text()).toContain('1 member stays in the data room as Download, with individual permissions.')
  expect(olivia.text()).toContain('This group hides part of the data room from its members.')
  await olivia.press('Delete group')
  expect(olivia.path).toBe(`/rooms/${made.guid}/groups`)
  expect((await reader.fetch(page)).status).toBe(200)
  expect((await memberRow(app, made.guid, mia)).group_guid).toBeNull()
  expect((await olivia.open(group)).status).toBe(404)
})

test('a name is taken once, whatever its case, and has to be one', async () => {
  const { guid } = await makeRoom(app)
  await makeGroup(guid, 'Bidder A')
  const second = await makeGroup(guid, 'Bidder B')
  await makeGroup(guid, 'bidder a')
  expect([olivia.status, problem(olivia)]).toEqual([
    409,
    expect.stringContaining('A group with this name already exists'),
  ])
  await makeGroup(guid, ' ')
  expect([olivia.status, problem(olivia)]).toEqual([400, expect.stringContaining('Enter a group name.')])
  await olivia.open(second)
  await olivia.send('change', { name: 'BIDDER A' })
  expect(olivia.status).toBe(409)
  await olivia.open(second)
  await olivia.send('change', { name: 'bidder b' })
  expect(olivia.text()).toContain('Changes saved.')
})

test('a co-owner is in no group', async () => {
  const made = await makeRoom(app, { members: { [mia]: 5 } })
  await makeGroup(made.guid)
  await olivia.send('putIn', { people: mia })
  expect(outcomes(olivia)[0]).toContain('Co-owners can’t be in a group.')
  expect((await memberRow(app, made.guid, mia)).group_guid).toBeNull()
})

test('of two who change a group at once the second is told', { tags: ['engines'] }, async () => {
  const { guid } = await makeRoom(app)
  const group = await makeGroup(guid)
  const other = await (await signIn(app, operatorEmail)).open(group)
  await olivia.open(group)
  await olivia.send('change', { role: '3' })
  await other.send('change', { role: '2' })
  expect([other.status, problem(other)]).toEqual([
    409,
    expect.stringContaining('Someone else changed this group'),
  ])
})

test('a room has a hundred groups at most, and one of version 1 none', async () => {
  const { guid } = await makeRoom(app)
  const { kysely } = app.strongroom.services.database
  const many = Array.from({ length: 99 }, (_, at) => ({
    guid: newGuid(),
    room_guid: guid,
    name: `Group ${at}`,
    role: 1 as const,
    created_at: app.clock.now(),
  }))
  await kysely.insertInto('room_group').values(many).execute()
  expect(await makeGroup(guid, 'The hundredth')).toContain('/groups/')
  await makeGroup(guid, 'One more')
  expect([olivia.status, problem(olivia)]).toEqual([409, expect.stringContaining('up to 100 groups')])
  const old = await makeRoom(app, { version: 1 })
  await olivia.open(`/rooms/${old.guid}/groups`)
  expect(olivia.text()).toContain('Groups need an upgraded data room')
})
