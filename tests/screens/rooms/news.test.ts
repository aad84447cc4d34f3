import { beforeEach, describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { operatorEmail, signIn } from '#tests/support/world/make.ts'
import { makeRoom, makeRule, type MadeRoom, enterRoom } from '#tests/support/world/rooms.ts'
import { note } from '#tests/support/files/documents.ts'
import { askRoomTerms } from '#tests/support/world/conditions.ts'
import { add } from '#tests/screens/room-files/arriving.ts'

const [all, some, none, cora] = [
  'all@example.net',
  'some@example.net',
  'none@example.net',
  'cora@example.net',
]
const gone = ['suspended@example.net', 'early@example.net', 'ended@example.net', 'removed@example.net']

let owner: Browser
let room: MadeRoom

const { app } = await makeWorld()

beforeEach(async () => {
  // Each test has emails of its own.
  app.clock.advance(3_600_000)
  owner = await signIn(app, operatorEmail)
  const members = { [all]: 3, [some]: 3, [none]: 3, [cora]: 4 } as const
  const others = Object.fromEntries(gone.map((email) => [email, 3 as const]))
  room = await makeRoom(app, { tree: { Open: {}, Closed: {} }, members: { ...members, ...others } })
  await makeRule(app, room.members[some]!, room.items['Closed']!, -1)
  for (const folder of ['Open', 'Closed']) await makeRule(app, room.members[none]!, room.items[folder]!, -1)
  const { kysely } = app.strongroom.services.database
  const now = app.clock.now()
  const changes = [
    { suspended_at: now },
    { starts_at: now + 86_400_000 },
    { expires_at: now - 1 },
    { removed_at: now },
  ]
  for (const [index, email] of gone.entries())
    await kysely.updateTable('member').set(changes[index]!).where('guid', '=', room.members[email]!).execute()
})

async function tell(browser: Browser, choice: string): Promise<Browser> {
  return browser.send('tell', { choice })
}

async function newsTo(email: string) {
  return (await app.outbox.to(email)).filter(({ subject }) => subject.includes('in a data room'))
}

describe('members', () => {
  test('are told of what each of them can see, and no one else is', async () => {
    await add(owner, room, room.items['Open']!, [note('open.txt')])
    await tell(owner, 'later')
    await add(owner, room, room.items['Closed']!, [note('closed.txt')])
    await tell(owner, 'later')
    const before = (await app.outbox.all()).length
    await owner.open(`/rooms/${room.guid}/later`)
    expect(owner.text()).toContain('open.txt')
    await owner.send('tellLater', { choice: 'all' })
    expect(owner.text()).toContain('choose to announce later appear here')
    const emails = (await app.outbox.all()).slice(before)
    const told = Object.fromEntries(
      emails.map(({ to, text }) => [to, ['open.txt', 'closed.txt'].filter((name) => text.includes(name))]),
    )
    expect(told).toEqual({
      [all]: ['open.txt', 'closed.txt'],
      [some]: ['open.txt'],
      [cora]: ['open.txt', 'closed.txt'],
    })
    expect(emails.find(({ to }) => to === some)!.subject).toContain('1 new file')
  })

  test('get one email in half an hour, and what comes meanwhile with the next', async () => {
    await add(owner, room, room.items['Open']!, [note('first.txt')])
    await tell(owner, 'all')
    const before = (await newsTo(all)).length
    for (const name of ['second.txt', 'third.txt']) {
      app.clock.advance(60_000)
      await add(owner, room, room.items['Open']!, [note(name)])
      await tell(owner, 'all')
    }
    expect(await newsTo(all)).toHaveLength(before)
    app.clock.advance(30 * 60_000)
    const emails = (await newsTo(all)).slice(before)
    expect(emails).toHaveLength(1)
    expect(emails[0]!.text).toContain('second.txt\nthird.txt')
    expect(emails[0]!.text).not.toContain('first.txt')
  })

  test('who lose the right before the email is written are not told', async () => {
    const before = (await newsTo(all)).length
    await add(owner, room, room.items['Open']!, [note('quick.txt')])
    await tell(owner, 'all')
    await makeRule(app, room.members[all]!, room.items['Open']!, -1)
    expect(await newsTo(all)).toHaveLength(before)
  })

  test('who have terms to accept first get an email without names', async () => {
    await askRoomTerms(app, room.guid, 'Terms')
    await add(owner, room, room.items['Open']!, [note('unnamed.txt')])
    await tell(owner, 'all')
    const mail = (await newsTo(all)).at(-1)!
    expect(mail.text).toContain('1 new file')
    expect(mail.text).not.toContain('unnamed')
  })

  test('switch the emails off by the link in them, which a mere look does not', async () => {
    await add(owner, room, room.items['Open']!, [note('one.txt')])
    await tell(owner, 'all')
    const mail = (await newsTo(all)).at(-1)!
    const link = mail.links.find((one) => one.includes('/p/roomletters/'))!
    const reader = await app.browser().open(link)
    expect(reader.text()).toContain(`sent to ${all}`)
    const { kysely } = app.strongroom.services.database
    const quiet = () =>
      kysely
        .selectFrom('member')
        .select('is_quiet')
        .where('guid', '=', room.members[all]!)
        .executeTakeFirstOrThrow()
    expect((await quiet()).is_quiet).toBe(0)
    await reader.send('stop')
    expect((await quiet()).is_quiet).toBe(1)
    app.clock.advance(3_600_000)
    owner = await signIn(app, operatorEmail)
    const before = (await newsTo(all)).length
    await add(owner, room, room.items['Open']!, [note('two.txt')])
    await tell(owner, 'all')
    expect(await newsTo(all)).toHaveLength(before)
  })
})

describe('the question', () => {
  test('begins with what was answered last, and is asked once', async () => {
    await add(owner, room, room.items['Open']!, [note('one.txt')])
    expect(owner.text()).toContain('Notify members about 1 new file?')
    await tell(owner, 'nobody')
    expect(owner.text()).toContain('No notification is sent.')
    expect(owner.text()).not.toContain('new file?')
    await add(owner, room, room.items['Open']!, [note('two.txt')])
    expect(owner.page.root.querySelector('input[name=choice][checked]')!.getAttribute('value')).toBe('nobody')
  })

  test('of someone else’s files is for who manages the room', async () => {
    await add(owner, room, room.items['Open']!, [note('owners.txt')])
    const batch = owner.path
    const contributor = await enterRoom(app, room.guid, cora)
    await contributor.open(batch)
    expect(contributor.status).toBe(404)
    await contributor.open(`/rooms/${room.guid}/later`)
    expect(contributor.text()).not.toContain('owners.txt')
    const viewer = await enterRoom(app, room.guid, all)
    for (const address of [batch, `/rooms/${room.guid}/later`]) {
      await viewer.open(address)
      expect([403, 404]).toContain(viewer.status)
      expect(viewer.text()).not.toContain('owners.txt')
    }
  })
})
