import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { beforeEach, expect, test, vi } from 'vitest'
import { startApp } from '#tests/support/world/app.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { FakeClock, hour } from '#tests/support/world/clock.ts'
import type { ReceivedEmail } from '#tests/support/world/mail.ts'
import { makeOperator } from '#tests/support/world/make.ts'
import { add } from '#tests/screens/room-files/arriving.ts'
import { addPeople } from '#tests/screens/room-people/member-pages.ts'
import { note } from '#tests/support/files/documents.ts'
import { patience } from '#tests/support/world/patience.ts'
import { KilledServer } from './killed-server.ts'

const people = Array.from({ length: 60 }, (_, at) => `member${at}@example.net`)

let server: KilledServer
beforeEach(async () => {
  server = await KilledServer.start()
})

/** The process dies as by a power cut, and another one starts over what it left. Answers what was not done then. */
async function restart(): Promise<number> {
  await server.kill()
  const left = waiting()
  await server.startAgain()
  return left
}

async function makeRoomOfMany(owner: Browser): Promise<string> {
  await owner.open('/foldercreate')
  await owner.send('createRoom', { name: 'Project Alba' })
  const guid = owner.url.pathname.split('/')[2]!
  await addPeople(owner, guid, people.join('\n'), { notify: 'no' })
  expect(owner.text()).toContain('60 members added')
  return guid
}

/** Adds a file and has everyone told of it; answers when the owner was told that they will be. */
async function tellOf(owner: Browser, guid: string, name: string): Promise<void> {
  await add(owner, { guid, items: {}, members: {} }, guid, [note(name)])
  await owner.send('tell', { choice: 'all' })
  expect(owner.text()).toContain('60 people get an email.')
}

async function emailsOf(name: string): Promise<ReceivedEmail[]> {
  return (await server.outbox.all()).filter(({ text }) => text.includes(name))
}

/** Waits until so many emails have left, or all that there are to be. */
function haveLeft(name: string, count: number): Promise<void> {
  return vi.waitFor(async () => expect((await emailsOf(name)).length).toBeGreaterThanOrEqual(count), patience)
}

/** How many emails wait to leave, or to be written by now. */
function waiting(): number {
  const database = new Sqlite(path.join(server.dataDir, 'strongroom.db'), { readonly: true })
  try {
    const due = `select count(*) as count from job where kind = 'mail' or (kind = 'room-news' and run_at <= ?)`
    const [row] = database.prepare(due).all(Date.now()) as { count: number }[]
    return row!.count
  } finally {
    database.close()
  }
}

/** Each member has one email about a file, and no email is there twice under another id. */
async function expectOneEach(name: string): Promise<void> {
  const emails = await emailsOf(name)
  expect(emails.map(({ to }) => to).toSorted()).toEqual(people.toSorted())
  expect(new Set(emails.map(({ headers }) => headers.get('message-id'))).size).toBe(people.length)
}

test('a server that is killed while members are notified of new files tells each of them of each file, once', async () => {
  const owner = await makeOperator(server)
  const guid = await makeRoomOfMany(owner)
  await tellOf(owner, guid, 'first.txt')
  const left = []
  for (const count of [0, 10, 25, 45]) {
    await haveLeft('first.txt', count)
    left.push(await restart())
  }
  // It did die in the middle of it.
  expect(Math.max(...left)).toBeGreaterThan(0)
  await vi.waitFor(() => expect(waiting()).toBe(0), patience)
  await expectOneEach('first.txt')

  // Within half an hour of that email: it waits, through a death of the process as well.
  await tellOf(owner, guid, 'second.txt')
  await restart()
  await vi.waitFor(() => expect(waiting()).toBe(0), patience)
  expect(await emailsOf('second.txt')).toEqual([])
  await server.kill()
  const app = await startApp({
    clock: new FakeClock(Date.now() + hour),
    config: { dataDir: server.dataDir, databaseUrl: null },
  })
  await app.settle()
  await expectOneEach('second.txt')
  await expectOneEach('first.txt')
})
