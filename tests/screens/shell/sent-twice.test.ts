// @module-tag engines
import { describe, expect, test } from 'vitest'
import type { Browser } from '#tests/support/browser/browser.ts'
import { Page } from '#tests/support/browser/page.ts'
import { pdf } from '#tests/support/files/documents.ts'
import { atRequest, decisionLinks } from '#tests/screens/requests/requests.ts'
import {
  makeShare,
  makeUser,
  operatorEmail,
  password,
  proveAddress,
  recipientEmail,
} from '#tests/support/world/make.ts'
import { codeFor, somebody } from '#tests/support/world/people.ts'
import { enterRoom } from '#tests/support/world/rooms.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const { app, operator, room, share } = await makeWorld({
  room: { tree: { 'plan.pdf': 'The plan' } },
  share: { recipients: recipientEmail, forward: 'request' },
})
const { kysely } = app.strongroom.services.database
const reader = await proveAddress(app, share)
await app.settle()

type Values = Parameters<Browser['sendTwice']>[1]

/** Both answers to a double click: where they lead, or what they say, with what is said there once. */
async function pressedTwice(browser: Browser, at: string, intent: string, values: Values = {}) {
  await browser.open(at)
  return answersTo(browser, intent, values)
}

/** The same, from the page that is open. */
async function answersTo(browser: Browser, intent: string, values: Values = {}) {
  const answers = await browser.sendTwice(intent, values)
  await app.settle()
  return Promise.all(
    answers.map(async (answer) => ({
      status: answer.status,
      to: answer.headers.get('location'),
      cookies: answer.headers.getSetCookie().map((line) => line.replace(/=.*/, '')),
      text: new Page(await answer.text()).text(),
    })),
  )
}

const table = {
  shares: 'share',
  files: 'file',
  rooms: 'room',
  items: 'item',
  members: 'member',
  groups: 'room_group',
  comments: 'comment',
  requests: 'access_request',
  presets: 'preset',
  versions: 'item_version',
  accounts: 'user',
  addresses: 'address',
  people: 'recipient',
} as const

async function counted(...names: (keyof typeof table)[]): Promise<number[]> {
  const [emails, ...rows] = await Promise.all([
    app.outbox.all(),
    ...names.map((name) => kysely.selectFrom(table[name]).selectAll().execute()),
  ])
  return [emails.length, ...rows.map((found) => found.length)]
}

/** Someone who was invited to the room and has not come yet. */
async function invited(): Promise<string> {
  const browser = await operator.open(`/rooms/${room.guid}/people?panel=add`)
  await browser.send('add', { people: 'wilma@example.net' })
  await app.settle()
  const { guid } = await kysely
    .selectFrom('member')
    .select('guid')
    .where('email', '=', 'wilma@example.net')
    .executeTakeFirstOrThrow()
  return guid
}

const wilma = await invited()
const file = { name: 'contract.pdf', type: 'application/pdf', bytes: pdf(['Page one']) }

const requested = await makeShare(app, operator)
await atRequest(app, requested, 'paula@example.net').then((paula) => paula.send('ask', { message: 'Please' }))
await app.settle()
const decision = await decisionLinks(app, operatorEmail)
const quinn = await atRequest(app, requested, 'quinn@example.net')
const [inRoom, plan] = [`/rooms/${room.guid}`, room.items['plan.pdf']!]

describe('a form that is sent twice at once, and twice more later, is worked on once and answered the same', () => {
  test.each<
    [what: string, who: Browser, at: string, intent: string, Values, (keyof typeof table)[], more: number[]]
  >([
    [
      'a share',
      operator,
      '/share',
      'share',
      { file, recipients: 'rita@example.net' },
      ['shares', 'files'],
      [1, 1, 1],
    ],
    [
      'a note',
      operator,
      '/share?write=note',
      'share',
      { noteTitle: 'To do', noteText: 'All of it.', recipients: recipientEmail },
      ['shares', 'files'],
      [1, 1, 1],
    ],
    ['a new version', operator, `/s/${share}/versions`, 'add', { file }, ['files'], [0, 1]],
    [
      'a preset',
      operator,
      '/share',
      'share',
      { savePreset: 'yes', presetName: 'For lawyers' },
      ['presets', 'shares'],
      [0, 1, 0],
    ],
    ['a data room', operator, '/foldercreate', 'createRoom', { name: 'Project Birke' }, ['rooms'], [0, 1]],
    [
      'a folder of a room',
      operator,
      `/rooms/${room.guid}/add/${room.guid}`,
      'addFolder',
      { name: 'Leases' },
      ['items'],
      [0, 1],
    ],
    [
      'a file of a room',
      operator,
      `/rooms/${room.guid}/add/${room.guid}`,
      'addFiles',
      { file },
      ['items', 'files'],
      [0, 1, 1],
    ],
    [
      'a note of a room',
      operator,
      `${inRoom}/add/${room.guid}`,
      'addNote',
      { noteTitle: 'House rules', noteText: 'Read them.' },
      ['items', 'files'],
      [0, 1, 1],
    ],
    [
      'a version of a file of a room',
      operator,
      `${inRoom}/files/${plan}`,
      'add',
      { file },
      ['versions', 'items', 'files'],
      [0, 1, 0, 1],
    ],
    ['a copy of a room', operator, `${inRoom}/copy`, 'copyRoom', { name: 'Project Copy' }, ['rooms'], [0, 1]],
    [
      'an invitation',
      operator,
      `/rooms/${room.guid}/people?panel=add`,
      'add',
      { people: 'vera@example.net' },
      ['members'],
      [1, 1],
    ],
    [
      'a group',
      operator,
      `/rooms/${room.guid}/groups?panel=add`,
      'make',
      { name: 'Buyers' },
      ['groups'],
      [0, 1],
    ],
    [
      'a comment',
      reader,
      `/file/${share}/comments`,
      'write',
      { text: 'Is clause 4 final?' },
      ['comments'],
      [0, 1],
    ],
    [
      'a request',
      reader,
      `/file/${share}/forward`,
      'forward',
      { email: 'walt@example.net', reason: 'Our lawyer.' },
      ['requests'],
      [1, 1],
    ],
    [
      'an answer to a comment',
      operator,
      `/s/${share}/comments`,
      'write',
      { text: 'It is.' },
      ['comments'],
      [0, 1],
    ],
    [
      'a request for access',
      quinn,
      `/p/request/${requested}`,
      'ask',
      { message: 'I audit this.' },
      ['requests'],
      [1, 1],
    ],
    [
      'an account',
      app.browser({ ip: '192.0.2.7' }),
      '/access/register',
      'register',
      { email: 'nina@example.org', password, firstName: 'Nina', lastName: 'Novak' },
      ['accounts'],
      [1, 1],
    ],
    [
      'a further address',
      operator,
      '/setting?tabActive=addresses',
      'addAddress',
      { email: 'olivia@example.net', password },
      ['addresses'],
      [1, 1],
    ],
    ['a word to who runs the server', reader, '/c/feedback', 'feedback', { message: 'Well done.' }, [], [1]],
    ['the link again', operator, `/s/${share}/again`, 'sendAgain', {}, [], [1]],
    [
      'an invitation that goes out again',
      operator,
      `/rooms/${room.guid}/people`,
      'bulk',
      { member: wilma, act: 'Send invitation again' },
      [],
      [1],
    ],
    ['a yes to a request', operator, decision.approve, 'approve', {}, ['people'], [1, 1]],
  ])('%s', async (_, who, at, intent, values, names, more) => {
    const before = await counted(...names)
    const [first, ...others] = [
      ...(await pressedTwice(who, at, intent, values)),
      ...(await answersTo(who, intent, values)),
    ]
    expect([200, 303]).toContain(first!.status)
    expect(others).toEqual([first, first, first])
    const after = await counted(...names)
    expect(after.map((count, index) => count - before[index]!)).toEqual(more)
  })
})

test('of several files that are sent twice at once, each is shared once, with one email for all', async () => {
  const before = await counted('shares', 'files')
  await operator.open('/share')
  operator.attach('File', file, { ...file, name: 'annex.pdf', bytes: pdf(['Annex']) })
  const [first, second] = await answersTo(operator, 'share', { recipients: 'rolf@example.net' })
  expect(first!.status).toBe(303)
  expect(second).toEqual(first)
  const after = await counted('shares', 'files')
  expect(after.map((count, index) => count - before[index]!)).toEqual([1, 2, 2])
})

test('members who are notified of new files twice at once get one email each', async () => {
  await enterRoom(app, room.guid, 'wilma@example.net', somebody())
  await operator.open(`${inRoom}/add/${room.guid}`)
  await operator.send('addFiles', { file: { ...file, name: 'news.pdf' } })
  await app.settle()
  const before = await counted()
  const [first, second] = await answersTo(operator, 'tell', { choice: 'all' })
  expect(second).toEqual(first)
  await operator.open(first!.to!)
  const [, people] = /(\d+) (?:person gets|people get) an email/.exec(operator.text()) ?? []
  const after = await counted()
  expect(Number(people)).toBeGreaterThan(0)
  expect(after).toEqual([before[0]! + Number(people)])
})

test('of a print copy that is asked for twice at once, one is counted', async () => {
  const limited = await makeShare(app, operator, {
    visibility: 'public',
    recipients: '',
    print: 'yes',
    printCount: '2',
  })
  await app.settle()
  const visitor = await app.browser().open(`/file/${limited}`)
  await visitor.send('open')
  const [first, second] = await pressedTwice(visitor, `/view/${limited}`, 'print')
  expect(first).toMatchObject({ status: 303, to: `/view/${limited}/print` })
  expect(second).toEqual(first)
  await operator.open(`/s/${limited}`)
  expect(operator.text()).toMatch(/Print copies\s*1 of 2|Print copies\s*1\b/)
})

describe('from the same page', () => {
  test('a form sent later with something else in it is another one', async () => {
    const before = await counted('rooms')
    await operator.open('/foldercreate')
    const page = operator.page
    await operator.send('createRoom', { name: 'Project Celsius' })
    operator.page = page
    await operator.send('createRoom', { name: 'Project Delta' })
    expect(operator.text()).toContain('Project Delta')
    expect(await counted('rooms')).toEqual([before[0], before[1]! + 2])
  })

  test('a form that came back to be corrected is made when it is right', async () => {
    await operator.open('/foldercreate')
    const page = operator.page
    await operator.send('createRoom', { name: '' })
    expect(operator.status).toBe(400)
    operator.page = page
    await operator.send('createRoom', { name: 'Project Echo' })
    expect(operator.heading()).toContain('Project Echo')
  })

  test('what is refused where it is made is tried again by the second sending', async () => {
    await operator.open(`/rooms/${room.guid}/add/${room.guid}`)
    await operator.send('addFolder', { name: 'Taken' })
    const answers = await pressedTwice(operator, `/rooms/${room.guid}/add/${room.guid}`, 'addFolder', {
      name: 'Taken',
    })
    expect(answers.map(({ status }) => status)).toEqual([answers[0]!.status, answers[0]!.status])
    expect(answers.every(({ status }) => status >= 400)).toBe(true)
  })

  test('the link goes out again where that is asked for after a minute', async () => {
    await operator.open(`/s/${share}/again`)
    const page = operator.page
    const before = await counted()
    for (const wait of [0, 59_000, 1_000]) {
      app.clock.advance(wait)
      operator.page = page
      await operator.send('sendAgain')
      expect(operator.text()).toContain('Link sent again to 1 person.')
      await app.settle()
    }
    expect(await counted()).toEqual([before[0]! + 2])
  })
})

test.each([
  ['of a reader', (guid: string) => proveAddress(app, guid, 'ulla@example.net')],
  ['of somebody with an account', () => makeUser(app, { email: 'ulf@example.org', browser: somebody() })],
])('a form %s counts anew once a second address is proved in that browser', async (_, arrive) => {
  const both = await makeShare(app, operator, {
    recipients: 'ulla@example.net, ulf@example.org, vera@example.net',
  })
  const browser = await arrive(both)
  await browser.open(`/file/${both}/comments`)
  const { page } = browser
  const before = await counted('comments')
  await browser.send('write', { text: 'Why so late?' })
  await browser.open(`/access/filelogin?share=${both}`)
  await browser.send('ask', { email: 'vera@example.net' })
  await browser.send('prove', { code: await codeFor(app, 'vera@example.net') })
  browser.page = page
  await browser.send('write', { text: 'Why so late?' })
  expect((await counted('comments'))[1]).toBe(before[1]! + 2)
})

test('no one is answered what another browser was, though it copies the form', async () => {
  await operator.open('/foldercreate')
  const { page } = operator
  await operator.send('createRoom', { name: 'Project Foxtrot' })
  reader.page = page
  await reader.send('createRoom', { name: 'Project Foxtrot' })
  expect(reader.status).toBe(403)
  expect(reader.headers.get('location')).toBeNull()
})
