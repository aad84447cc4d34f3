import { describe, expect, test } from 'vitest'
import { newGuid } from '#server/db/guid.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import { minute } from '#tests/support/world/clock.ts'
import { makeUser, operatorEmail, signIn, userOf } from '#tests/support/world/make.ts'
import { makeRoom, makeRule } from '#tests/support/world/rooms.ts'
import { rows } from '#tests/support/browser/shown.ts'
import { makeTeam } from '#tests/support/world/room-people.ts'
import { addPeople, memberRow, outcomes, problem, records } from './member-pages.ts'

const { app, operator } = await makeWorld()
let olivia = operator

test('the owner adds people, who are invited by an email with the name of the room and the link', async () => {
  const { guid } = await makeRoom(app)
  await addPeople(olivia, guid, 'Mia Meyer <Mia@example.net>, ned@example.net', {
    role: '3',
    message: 'The papers for Monday.',
  })
  expect(outcomes(olivia)).toEqual([
    'Added mia@example.net Invitation sent.',
    'Added ned@example.net Invitation sent.',
  ])
  const mail = await app.outbox.newest('mia@example.net')
  expect(mail.subject).toBe('Olivia Ortega invited you to a data room')
  expect(mail.text).toContain('the data room “Project Alba”')
  expect(mail.text).toContain('The papers for Monday.')
  expect(mail.links).toEqual([`http://localhost:3000/dr/${guid}`])
  await olivia.open(`/rooms/${guid}/people`)
  expect(rows(olivia)).toHaveLength(3)
  expect(rows(olivia)[1]).toMatch(/Mia Meyer.*mia@example\.net.*Download.*Invited.*Sent/)
  expect((await records(app, guid)).filter(([kind]) => kind === 'MemberAdded')).toEqual([
    ['MemberAdded', { person: 'mia@example.net', role: 'Download' }],
    ['MemberAdded', { person: 'ned@example.net', role: 'Download' }],
  ])
})

test('removing someone and adding them again sends no more emails than requesting them again would', async () => {
  const { guid } = await makeRoom(app)
  const nora = 'nora@example.net'
  const add = async () => {
    await addPeople(olivia, guid, nora, { role: '1' })
    const person = `/rooms/${guid}/people/${(await memberRow(app, guid, nora)).guid}`
    return { person, said: outcomes(olivia)[0] }
  }
  const remove = async (person: string) => (await olivia.open(`${person}?panel=remove`)).send('remove')
  const { person, said } = await add()
  expect(said).toBe(`Added ${nora} Invitation sent.`)
  await (await olivia.open(person)).press('Send invitation again')
  await remove(person)
  expect((await add()).said).toBe(`Added ${nora} Invitation sent.`)
  await remove(person)
  await app.settle()
  const held = await add()
  expect(held.said).toMatch(
    /^Added nora@example\.net No email was sent: this address got three invitations within an hour\./,
  )
  await (await olivia.open(person)).press('Send invitation again')
  expect([olivia.status, problem(olivia)]).toEqual([429, expect.stringContaining('Too many attempts')])
  await app.settle()
  expect(await app.outbox.to(nora)).toHaveLength(3)
  expect(await memberRow(app, guid, nora)).toMatchObject({ mail_status: 'None', removed_at: null })

  // Of another room the same person is notified, and of this one an hour later.
  const other = await makeRoom(app)
  await addPeople(olivia, other.guid, nora, { role: '1' })
  await app.settle()
  expect(await app.outbox.to(nora)).toHaveLength(4)
  app.clock.advance(61 * minute)
  olivia = await signIn(app, operatorEmail)
  await (await olivia.open(person)).press('Send invitation again')
  await app.settle()
  expect(await app.outbox.to(nora)).toHaveLength(5)
})

test('each line of a list has its own outcome, and a wrong one keeps no one else out', async () => {
  const { guid } = await makeRoom(app, { members: { 'mia@example.net': 1 } })
  const list = `new@example.net\nNEW@example.net\nmia@example.net\n${operatorEmail}\nnobody\njörg@büro.example\nanna@büro.example`
  await addPeople(olivia, guid, list, { notify: 'no' })
  expect(olivia.heading()).toBe('People')
  expect(outcomes(olivia).map((line) => line.replace(/(member\.|owner|address\.|sent\.).*/, '$1'))).toEqual([
    'Added new@example.net No email was sent.',
    'Not added mia@example.net Already a member.',
    `Not added ${operatorEmail} This is the data room’s owner`,
    'Added anna@xn--bro-hoa.example No email was sent.',
    'Not added nobody Not an email address.',
    'Not added jörg@büro.example Not an email address.',
  ])
  expect((await memberRow(app, guid, 'mia@example.net')).role).toBe(1)
  expect(await app.outbox.to('new@example.net')).toEqual([])
})

test('an email says when access begins and ends, and goes out at once', async () => {
  const { guid } = await makeRoom(app)
  const [first, last] = [app.clock.dateIn(3), app.clock.dateIn(10)]
  await addPeople(olivia, guid, 'lena@example.net', {
    startDate: first,
    startTime: '09:00',
    endDate: last,
    endTime: '17:30',
  })
  const { text } = await app.outbox.newest('lena@example.net')
  expect(text).toContain(`You can enter from ${first} 09:00 UTC until ${last} 17:30 UTC.`)
  await olivia.open(`/rooms/${guid}/people`)
  expect(rows(olivia)[1]).toContain('Not started')
})

describe('a form is refused, and what was typed is kept', () => {
  const cases: [string, Record<string, string>, string][] = [
    ['an end in the past', { endDate: '2020-01-01' }, 'This date has passed'],
    ['an end more than 3 years ahead', { endDate: '2035-01-01' }, '3 years from today'],
    ['a date that does not exist', { startDate: '2027-02-30' }, 'Enter a valid date'],
    ['a time that is none', { endDate: '2027-03-01', endTime: '25:00' }, 'Enter a time like'],
    ['an end before the beginning', { startDate: '2027-03-02', endDate: '2027-03-01' }, 'must be after'],
    ['-2 copies', { prints: '-2' }, 'from 0 to 9999'],
    ['10,000 copies', { prints: '10000' }, 'from 0 to 9999'],
    ['the role of the owner', { role: '0' }, 'Choose a role'],
    ['a role that does not exist', { role: '7' }, 'Choose a role'],
    ['a group of another room', { group: 'elsewhere' }, 'Choose a group of this data room'],
    ['a link in the message', { message: 'see www.example.com' }, 'URLs are not allowed'],
    ['nobody', { people: ' ' }, 'Enter at least one'],
    [
      'more than 100 at once',
      { people: Array.from({ length: 101 }, (_, at) => `p${at}@example.net`).join('\n') },
      'You can only add 100 recipients at a time.',
    ],
  ]

  test.each(cases)('%s', async (_, fields, words) => {
    const { guid } = await makeRoom(app)
    await addPeople(olivia, guid, 'kept@example.net', { group: '', ...fields })
    expect([olivia.status, problem(olivia)]).toEqual([400, expect.stringContaining(words)])
    const { entries } = olivia.page.submission(olivia.page.form('add'))
    const held = Object.fromEntries(entries.map(({ name, value }) => [name, value]))
    if (!fields['people']) expect(held['people']).toBe('kept@example.net')
    for (const name of ['endDate', 'startDate', 'prints', 'message'])
      if (fields[name]) expect(held[name]).toBe(fields[name])
    await olivia.open(`/rooms/${guid}/people`)
    expect(rows(olivia)).toHaveLength(1)
  })

  test.each([
    ['', -1],
    ['-1', -1],
    ['0', 0],
    ['9999', 9999],
  ])('%s copies are kept as %i', async (typed, kept) => {
    const { guid } = await makeRoom(app)
    await addPeople(olivia, guid, 'copies@example.net', { prints: typed, notify: 'no' })
    expect((await memberRow(app, guid, 'copies@example.net')).allowed_print).toBe(kept)
  })
})

test('a co-owner has to be in the team of the owner, with an account', async () => {
  await makeUser(app, { email: 'carla@example.org' })
  await makeUser(app, { email: 'outside@example.org' })
  const { guid } = await makeRoom(app)
  const three = 'carla@example.org, outside@example.org, noaccount@example.org'
  await addPeople(olivia, guid, three, { role: '5', notify: 'no' })
  expect(outcomes(olivia).every((line) => line.startsWith('Not added'))).toBe(true)
  await makeTeam(app, [operatorEmail, 'carla@example.org'])
  await addPeople(olivia, guid, three, { role: '5', notify: 'no' })
  expect(outcomes(olivia)[0]).toBe('Added carla@example.org No email was sent.')
  expect(outcomes(olivia)[1]).toContain('Co-owners must be members of the owner’s team.')
  const carla = await signIn(app, 'carla@example.org')
  await addPeople(carla, guid, 'from-carla@example.net', { role: '1' })
  const { text, subject } = await app.outbox.newest('from-carla@example.net')
  expect(subject).toBe('Olivia Ortega invited you to a data room')
  expect(text).toContain('Ulrich Unger (carla@example.org) invited you')
})

test('of two who add the same address at once, one does', { tags: ['engines'] }, async () => {
  const { guid } = await makeRoom(app)
  const { members } = app.strongroom.services.rooms
  const user = await userOf(app, operatorEmail)
  const identity = { user, readerEmail: null, browserId: 'one' }
  const access = { role: 1 as const, groupGuid: null, allowedPrint: -1, startsAt: null, expiresAt: null }
  const wanted = { pasted: 'both@example.net', access, seesNothingYet: false, willBeTold: true, message: '' }
  const both = await Promise.all([members.add(identity, guid, wanted), members.add(identity, guid, wanted)])
  const said = both.flatMap(({ lines }) => lines.map(({ outcome }) => outcome))
  expect(said.toSorted()).toEqual(['added', 'already'])
  await app.settle()
  expect(await app.outbox.to('both@example.net')).toHaveLength(1)
})

test('a small plan has places for five people besides the owner', async () => {
  await makeUser(app, { email: 'small@example.org' })
  const { kysely } = app.strongroom.services.database
  await kysely.updateTable('user').set({ tier_code: 0 }).where('email', '=', 'small@example.org').execute()
  const small = await signIn(app, 'small@example.org')
  const { guid } = await makeRoom(app, { ownerEmail: 'small@example.org' })
  const six = [1, 2, 3, 4, 5, 6].map((number) => `s${number}@example.net`).join(' ')
  await addPeople(small, guid, six, { notify: 'no' })
  expect(outcomes(small).filter((line) => line.startsWith('Added'))).toHaveLength(5)
  expect(outcomes(small).at(-1)).toContain(
    'Your plan allows you to invite up to 5 people. Upgrade now to invite more.',
  )
  await addPeople(small, guid, 's6@example.net', { notify: 'no' })
  expect([small.status, problem(small)]).toEqual([400, expect.stringContaining('invite up to 5 people')])
})

test('one person more than a data room can have is refused in words, and the others on the list come in', async () => {
  const { guid } = await makeRoom(app)
  await fillRoom(guid, 4999)
  await addPeople(olivia, guid, 'last@example.net nobody one-more@example.net', { notify: 'no' })
  expect([olivia.status, outcomes(olivia)]).toEqual([
    200,
    [
      'Added last@example.net No email was sent.',
      'Not added one-more@example.net A data room can have up to 5,000 members. Remove members who no longer need access.',
      'Not added nobody Not an email address. Addresses look like name@example.com.',
    ],
  ])
  await addPeople(olivia, guid, 'one-more@example.net', { notify: 'no' })
  expect([olivia.status, problem(olivia)]).toEqual([409, expect.stringContaining('up to 5,000 members')])
  expect(olivia.page.valueOf('People')).toBe('one-more@example.net')
  const { kysely } = app.strongroom.services.database
  const { guid: removed } = await memberRow(app, guid, 'm1@example.net')
  await kysely.updateTable('member').set({ removed_at: 1 }).where('guid', '=', removed).execute()
  await olivia.send('add')
  expect(outcomes(olivia)).toEqual(['Added one-more@example.net No email was sent.'])
})

/** Has so many people be in a room. */
async function fillRoom(roomGuid: string, count: number): Promise<void> {
  const { kysely } = app.strongroom.services.database
  const rows = Array.from({ length: count }, (_, at) => ({
    guid: newGuid(),
    room_guid: roomGuid,
    email: `m${at + 1}@example.net`,
    name: '',
    role: 1 as const,
    group_guid: null,
    starts_at: null,
    expires_at: null,
    added_at: app.clock.now(),
    added_by: operatorEmail,
    mail_status: 'None' as const,
  }))
  for (let at = 0; at < count; at += 500)
    await kysely
      .insertInto('member')
      .values(rows.slice(at, at + 500))
      .execute()
}

test('in a room of version 1 there are viewers, contributors and co-owners, and no permissions of one person', async () => {
  const { guid } = await makeRoom(app, { version: 1 })
  await olivia.open(`/rooms/${guid}/people?panel=add`)
  const roles = olivia.page.root
    .querySelectorAll('#role .choice label')
    .map((label) => label.firstChild!.text.trim())
  expect(roles).toEqual(['Viewer', 'Contributor', 'Co-Owner'])
  expect(olivia.page.root.querySelector('[name=onlySome], [name=prints], [name=group]')).toBeNull()
  await olivia.send('add', { people: 'viewer@example.net' })
  await olivia.open(`/rooms/${guid}/people`)
  expect(rows(olivia)[1]).toContain('Viewer')
  expect((await app.outbox.newest('viewer@example.net')).links).toEqual([`http://localhost:3000/d/${guid}`])
  await addPeople(olivia, guid, 'other@example.net', { role: '1' })
  expect(problem(olivia)).toContain('Choose a role')
})

test('who gets only chosen folders sees nothing until someone gives some', async () => {
  const { guid } = await makeRoom(app)
  await addPeople(olivia, guid, 'some@example.net', { onlySome: 'on' })
  const { guid: member } = await memberRow(app, guid, 'some@example.net')
  expect(olivia.page.links('Choose folders for some@example.net')).toEqual([
    `/rooms/${guid}/rights/${member}`,
  ])
  const rules = await app.strongroom.services.database.kysely
    .selectFrom('room_rule')
    .select(['item_guid', 'right_code'])
    .where('member_guid', '=', member)
    .execute()
  expect(rules).toEqual([{ item_guid: guid, right_code: 0 }])
})

test('someone who was removed and is added again has no permissions from before, and the copies stay spent', async () => {
  const made = await makeRoom(app, { tree: { 'a.pdf': 'text' }, members: { 'again@example.net': 2 } })
  const [item, member] = [made.items['a.pdf']!, made.members['again@example.net']!]
  await makeRule(app, member, item, -1)
  const { kysely } = app.strongroom.services.database
  await kysely
    .insertInto('member_print')
    .values({ member_guid: member, item_guid: item, prints_spent: 2 })
    .execute()
  await olivia.open(`/rooms/${made.guid}/people/${member}?panel=remove`)
  await olivia.send('remove')
  await addPeople(olivia, made.guid, 'again@example.net', { role: '1', prints: '3' })
  expect(outcomes(olivia)[0]).toContain('Added again@example.net')
  const rules = await kysely
    .selectFrom('room_rule')
    .select('guid')
    .where('member_guid', '=', member)
    .execute()
  expect(rules).toEqual([])
  await olivia.open(`/rooms/${made.guid}/people/${member}`)
  expect(olivia.text()).toContain('2 counted, limit 3 per document')
})
