import { describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { makeUser, operatorEmail, signIn } from '#tests/support/world/make.ts'
import { makeRoom, enterRoom } from '#tests/support/world/rooms.ts'
import { rows, facts } from '#tests/support/browser/shown.ts'
import { sendFields } from '#tests/support/browser/unoffered.ts'
import { makeTeam } from '#tests/support/world/room-people.ts'
import { memberRow, problem, records } from './member-pages.ts'

const mia = 'mia@example.net'

const { app, operator: olivia } = await makeWorld()

async function roomWith(role: 1 | 2 | 3 | 4 | 5 = 1) {
  const made = await makeRoom(app, { tree: { 'a.pdf': 'Page one' }, members: { [mia]: role } })
  const person = `/rooms/${made.guid}/people/${made.members[mia]!}`
  return { guid: made.guid, item: made.items['a.pdf']!, member: made.members[mia]!, person }
}

describe('a member who reads', () => {
  test('is suspended, and the next page is closed; let in again, it opens', async () => {
    const { guid, item, person } = await roomWith()
    const reader = await enterRoom(app, guid, mia)
    const emails = (await app.outbox.to(mia)).length
    expect((await reader.fetch(`/view/${item}/page/1`)).status).toBe(200)
    await olivia.open(person)
    await olivia.press('Suspend')
    expect(facts(olivia)['Status']).toBe('Suspended')
    expect((await reader.fetch(`/view/${item}/page/1`)).status).toBe(403)
    await olivia.press('Restore access')
    expect((await reader.fetch(`/view/${item}/page/1`)).status).toBe(200)
    expect((await records(app, guid)).map(([kind]) => kind)).toEqual([
      'CodeSent',
      'RoomEntered',
      'MemberSuspended',
      'MemberBack',
    ])
    expect(await app.outbox.to(mia)).toHaveLength(emails)
  })

  test('is removed, and the next page is closed; added again, the visit of before is none', async () => {
    const { guid, item, person } = await roomWith()
    const reader = await enterRoom(app, guid, mia)
    expect((await reader.fetch(`/view/${item}/page/1`)).status).toBe(200)
    await olivia.open(person)
    await olivia.follow('Remove …')
    expect(olivia.text()).toContain('No email is sent')
    await olivia.press('Remove')
    expect([olivia.path, rows(olivia).length]).toEqual([`/rooms/${guid}/people`, 1])
    expect((await reader.fetch(`/view/${item}/page/1`)).status).toBe(403)
    expect((await olivia.open(person)).status).toBe(404)
    app.clock.advance(1000)
    await olivia.open(`/rooms/${guid}/people?panel=add`)
    await olivia.send('add', { people: mia, role: '1', notify: 'no' })
    const answer = await reader.fetch(`/view/${item}/page/1`)
    expect(answer.status).not.toBe(200)
    expect((await memberRow(app, guid, mia)).removed_at).toBeNull()
  })
})

test('role, time and copies are changed, and the record says what is other than before', async () => {
  const { guid, person } = await roomWith()
  await olivia.open(person)
  await olivia.send('change', { role: '3', prints: '4', endDate: '2027-03-01', endTime: '12:00' })
  expect(olivia.text()).toContain('Changes saved.')
  expect(facts(olivia)).toMatchObject({
    Role: 'Download',
    'Print copies': '0 counted, limit 4 per document',
  })
  expect(olivia.page.root.querySelector('#endTime')?.getAttribute('value')).toBe('12:00')
  await olivia.send('change')
  expect(await records(app, guid)).toEqual([
    [
      'MemberChanged',
      { person: mia, role: 'Download; 4 print copies per document; until 2027-03-01 12:00 UTC' },
    ],
  ])
})

test('of two managers who change the same person the second is told, and nothing is overwritten', async () => {
  const { guid, person } = await roomWith()
  const other = await signIn(app, operatorEmail)
  await Promise.all([olivia.open(person), other.open(person)])
  await olivia.send('change', { role: '3' })
  await other.send('change', { role: '2' })
  expect([other.status, problem(other)]).toEqual([
    409,
    expect.stringContaining('Someone else changed this member'),
  ])
  expect((await memberRow(app, guid, mia)).role).toBe(3)
  await other.send('change')
  expect((await memberRow(app, guid, mia)).role).toBe(2)
})

test('the count of copies begins again, and it is recorded', async () => {
  const { guid, item, member, person } = await roomWith(2)
  const { kysely } = app.strongroom.services.database
  await kysely
    .insertInto('member_print')
    .values({ member_guid: member, item_guid: item, prints_spent: 3 })
    .execute()
  await olivia.open(person)
  await olivia.press('Reset print count')
  expect(facts(olivia)['Print copies']).toBe('0 counted, no limit')
  expect(await records(app, guid)).toEqual([
    ['MemberChanged', { person: mia, role: 'print count reset, 3 used before' }],
  ])
})

test('the invitation goes out again, three times an hour, and not to who could not enter', async () => {
  const { guid, person } = await roomWith()
  const before = (await app.outbox.to(mia)).length
  await olivia.open(person)
  for (let time = 0; time < 3; time++) await olivia.press('Send invitation again')
  await olivia.press('Send invitation again')
  expect([olivia.status, problem(olivia)]).toEqual([429, expect.stringContaining('Too many attempts')])
  await app.settle()
  expect(await app.outbox.to(mia)).toHaveLength(before + 3)
  await olivia.open(person)
  expect(facts(olivia)['Invitation']).toBe('Sent just now')
  const page = olivia.page
  await olivia.press('Suspend')
  expect(olivia.page.root.toString()).not.toContain('Send invitation again')
  olivia.page = page
  await olivia.press('Send invitation again')
  expect([olivia.status, problem(olivia)]).toEqual([
    409,
    expect.stringContaining('Invitation not sent: this member has no access.'),
  ])
  expect((await records(app, guid)).filter(([kind]) => kind === 'MemberInvited')).toHaveLength(3)
})

test('an email that was not delivered is named, with what the mail server said', async () => {
  const { guid, member, person } = await roomWith()
  await app.strongroom.services.rooms.members.noteDelivery(member, 'Failed', `550 <${mia}> no such mailbox`)
  await olivia.open(person)
  expect(facts(olivia)['Invitation']).toContain(
    'Not delivered The email server replied: 550 (address) no such mailbox',
  )
  expect(await records(app, guid)).toEqual([['MailFailed', { reason: '550 (address) no such mailbox' }]])
})

describe('the owner', () => {
  test.each(['suspend', 'remove', 'invite', 'resetPrints', 'change'])(
    'is not changed by "%s"',
    async (intent) => {
      const { guid, person } = await roomWith()
      const { guid: owner } = await memberRow(app, guid, operatorEmail)
      await olivia.open(`/rooms/${guid}/people/${owner}`)
      expect(olivia.text()).toContain('The owner’s access can’t be changed.')
      await olivia.open(person)
      await sendFields(olivia, `/rooms/${guid}/people/${owner}`, { intent, role: '1', seen: '0...-1..' })
      expect(olivia.status).toBe(409)
      const row = await memberRow(app, guid, operatorEmail)
      expect([row.role, row.removed_at, row.suspended_at]).toEqual([0, null, null])
    },
  )
})

test('co-owners change each other, and neither the owner nor themselves', async () => {
  await makeUser(app, { email: 'carla@example.org' })
  await makeUser(app, { email: 'conrad@example.org' })
  await makeTeam(app, [operatorEmail, 'carla@example.org', 'conrad@example.org'])
  const made = await makeRoom(app, { members: { 'carla@example.org': 5, 'conrad@example.org': 5 } })
  const people = `/rooms/${made.guid}/people`
  const carla = await signIn(app, 'carla@example.org')
  const own = `${people}/${made.members['carla@example.org']!}`
  await carla.open(own)
  expect(carla.text()).toContain('This is you.')
  await carla.open(`${people}/${made.members['conrad@example.org']!}`)
  const page = carla.page
  await carla.send('change', { role: '0' })
  expect(problem(carla)).toContain('Choose a role')
  await carla.send('change', { role: '4' })
  expect((await memberRow(app, made.guid, 'conrad@example.org')).role).toBe(4)
  const { guid: owner } = await memberRow(app, made.guid, operatorEmail)
  for (const address of [own, `${people}/${owner}`]) {
    const submission = page.submission(page.form('suspend'))
    await carla.submit({ ...submission, action: address })
    expect(carla.status).toBe(409)
  }
  expect((await memberRow(app, made.guid, 'carla@example.org')).suspended_at).toBeNull()
})

test('many are suspended, let in again and removed at once, and each has its own outcome', async () => {
  const made = await makeRoom(app, { members: { [mia]: 1, 'ned@example.net': 1, 'noa@example.net': 1 } })
  await olivia.open(`/rooms/${made.guid}/people`)
  await olivia.choose('Select mia@example.net').choose('Select ned@example.net').press('Suspend')
  expect(olivia.heading()).toBe('Suspended')
  await olivia.open(`/rooms/${made.guid}/people?state=suspended`)
  expect(rows(olivia)).toHaveLength(2)
  await olivia.choose('Select mia@example.net').press('Remove …')
  expect(olivia.heading()).toBe('Remove this member?')
  expect((await memberRow(app, made.guid, mia)).removed_at).toBeNull()
  await olivia.press('Remove')
  expect((await memberRow(app, made.guid, mia)).removed_at).not.toBeNull()
  await olivia.open(`/rooms/${made.guid}/people`)
  await olivia.press('Suspend')
  expect([olivia.status, problem(olivia)]).toEqual([
    400,
    expect.stringContaining('Select at least one member'),
  ])
})

test('a thousand people are found by name, address, role and state, 200 on a page', async () => {
  const { guid } = await makeRoom(app)
  const { kysely } = app.strongroom.services.database
  const many = Array.from({ length: 1000 }, (_, at) => ({
    guid: `m${guid.slice(0, 20)}${at}`,
    room_guid: guid,
    email: `p${String(at).padStart(4, '0')}@example.net`,
    name: at === 7 ? 'Östen Åberg' : '',
    role: at < 10 ? (4 as const) : (1 as const),
    group_guid: null,
    starts_at: null,
    expires_at: at < 3 ? 1 : null,
    added_at: app.clock.now(),
    added_by: operatorEmail,
    mail_status: 'Sent' as const,
  }))
  for (let at = 0; at < many.length; at += 200)
    await kysely
      .insertInto('member')
      .values(many.slice(at, at + 200))
      .execute()
  await olivia.open(`/rooms/${guid}/people`)
  expect([rows(olivia).length, olivia.text().includes('1001 in this data room')]).toEqual([200, true])
  await olivia.follow('Next')
  expect(rows(olivia)[0]).toContain('p0199@example.net')
  expect((await olivia.open(`/rooms/${guid}/people?page=7`)).status).toBe(404)
  for (const [query, count] of [
    ['q=östen', 1],
    ['q=p000', 10],
    ['role=4', 10],
    ['state=ended', 3],
    ['role=4&state=invited', 7],
    ['group=-&q=p0999', 1],
  ] as const) {
    await olivia.open(`/rooms/${guid}/people?${query}`)
    expect([query, rows(olivia).length]).toEqual([query, count])
  }
  await olivia.open(`/rooms/${guid}/people?q=nobodyatall`)
  expect(olivia.text()).toContain('No members match.')
})
