// @module-tag engines
import { describe, expect, test } from 'vitest'
import type { Browser } from '#tests/support/browser/browser.ts'
import { Page } from '#tests/support/browser/page.ts'
import { pdf } from '#tests/support/files/documents.ts'
import { makeShare, proveAddress, recipientEmail } from '#tests/support/world/make.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const { app, operator, room, share } = await makeWorld({
  room: {},
  share: { recipients: recipientEmail, forward: 'request' },
})
const { kysely } = app.strongroom.services.database
const reader = await proveAddress(app, share)
await app.settle()

type Values = Parameters<Browser['sendTwice']>[1]

/** Both answers to a double click: where they lead, or what they say, with what is said there once. */
async function pressedTwice(browser: Browser, at: string, intent: string, values: Values = {}) {
  await browser.open(at)
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

describe('a form that is sent twice at once is worked on once, and both are answered the same', () => {
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
      'an invitation',
      operator,
      `/rooms/${room.guid}/people?panel=add`,
      'add',
      { people: 'vera@example.net' },
      ['members'],
      [1, 1],
    ],
    ['a group', operator, `/rooms/${room.guid}/groups`, 'make', { name: 'Buyers' }, ['groups'], [0, 1]],
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
  ])('%s', async (_, who, at, intent, values, names, more) => {
    const before = await counted(...names)
    const [first, second] = await pressedTwice(who, at, intent, values)
    expect([200, 303]).toContain(first!.status)
    expect(second).toEqual(first)
    const after = await counted(...names)
    expect(after.map((count, index) => count - before[index]!)).toEqual(more)
  })
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
      expect(operator.text()).toContain('The link is on its way again, to 1 person.')
      await app.settle()
    }
    expect(await counted()).toEqual([before[0]! + 2])
  })
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
