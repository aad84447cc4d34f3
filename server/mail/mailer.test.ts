import { beforeEach, expect, test } from 'vitest'
import { Jobs } from '#server/jobs/queue.ts'
import { openWorld, type World } from '#tests/support/unit/world.ts'
import { composeEmail } from './layout.ts'
import { EmailRefused } from './email.ts'
import type { Email, MailTransport } from './email.ts'
import { Mailer } from './mailer.ts'
import { SmtpCounterpart } from './smtp-counterpart.ts'
import { SmtpTransport } from './smtp.ts'

let world: World
let start: number
let outcomes: [string, string, string | null][] = []

beforeEach(async () => {
  world = await openWorld()
  start = world.now
  outcomes = []
})

const email = composeEmail({
  to: 'jane@example.com',
  subject: 'A file',
  heading: 'A file',
  paragraphs: ['Here.'],
  code: '123456',
})

function office(transport: MailTransport): { jobs: Jobs; mailer: Mailer } {
  const jobs = new Jobs(world)
  const mailer = new Mailer({
    ...world,
    jobs,
    transport,
    publicUrl: new URL('https://files.example.com:8443'),
    onDelivered: async (...outcome) => void outcomes.push(outcome),
  })
  return { jobs, mailer }
}

class Postbox implements MailTransport {
  readonly taken: Email[] = []
  failures: Error[] = []

  async send(email: Email): Promise<void> {
    const failure = this.failures.shift()
    if (failure) throw failure
    this.taken.push(email)
  }
}

async function jobsLeft(): Promise<number> {
  return (await world.database.kysely.selectFrom('job').select('guid').execute()).length
}

test('an email leaves after the commit, and nothing of it stays behind', async () => {
  const postbox = new Postbox()
  const { jobs, mailer } = office(postbox)
  await world.database.transaction((tx) => mailer.enqueue(tx, email, { recipientGuid: 'r1' }))
  expect(postbox.taken).toEqual([])
  await jobs.drain()
  expect(postbox.taken).toHaveLength(1)
  expect(postbox.taken[0]).toMatchObject({
    to: 'jane@example.com',
    text: email.text,
    html: email.html,
    at: start,
  })
  expect(postbox.taken[0]!.messageId).toMatch(/^<[0-9a-f-]{36}@files\.example\.com>$/)
  expect(outcomes).toEqual([['r1', 'Sent', null]])
  expect(await jobsLeft()).toBe(0)
})

test('a transaction that is rolled back posts nothing', async () => {
  const postbox = new Postbox()
  const { jobs, mailer } = office(postbox)
  const work = world.database.transaction(async (tx) => {
    await mailer.enqueue(tx, email)
    throw new Error('changed my mind')
  })
  await expect(work).rejects.toThrow('changed my mind')
  await jobs.drain()
  expect(postbox.taken).toEqual([])
})

test('an email that could not leave is tried again as the same email', async () => {
  const postbox = new Postbox()
  postbox.failures = [new Error('connect ECONNREFUSED')]
  const { jobs, mailer } = office(postbox)
  await world.database.transaction((tx) => mailer.enqueue(tx, email, { recipientGuid: 'r1' }))
  await jobs.drain()
  expect(postbox.taken).toEqual([])
  expect(outcomes).toEqual([])
  world.now += 3_600_000
  await jobs.drain()
  expect(postbox.taken).toHaveLength(1)
  expect(postbox.taken[0]!.at).toBe(start)
  expect(outcomes).toEqual([['r1', 'Sent', null]])
})

test('a mail server that stays away makes the recipient Failed in the end', async () => {
  const postbox = new Postbox()
  postbox.failures = Array.from({ length: 50 }, () => new Error('connect ECONNREFUSED'))
  const { jobs, mailer } = office(postbox)
  await world.database.transaction((tx) => mailer.enqueue(tx, email, { recipientGuid: 'r1' }))
  for (let hour = 0; hour < 23; hour++) {
    await jobs.drain()
    world.now += 3_600_000
  }
  expect(outcomes).toEqual([])
  world.now += 3_600_000
  await jobs.drain()
  expect(outcomes).toEqual([['r1', 'Failed', 'connect ECONNREFUSED']])
  expect(await jobsLeft()).toBe(0)
})

test('an email of passing use does not leave late, one of lasting use does', async () => {
  const postbox = new Postbox()
  const { jobs, mailer } = office(postbox)
  await world.database.transaction(async (tx) => {
    await mailer.enqueue(tx, email, { usefulUntil: world.now + 600_000, recipientGuid: 'r1' })
    await mailer.enqueue(tx, { ...email, to: 'rita@example.com' })
  })
  world.now += 48 * 3_600_000
  await jobs.drain()
  expect(postbox.taken.map(({ to }) => to)).toEqual(['rita@example.com'])
  expect(outcomes).toEqual([['r1', 'Failed', expect.any(String)]])
})

test('an email of passing use is not tried for longer', async () => {
  const postbox = new Postbox()
  postbox.failures = [new Error('away'), new Error('away')]
  const { jobs, mailer } = office(postbox)
  await world.database.transaction((tx) => mailer.enqueue(tx, email, { usefulUntil: world.now + 600_000 }))
  await jobs.drain()
  world.now += 600_000
  await jobs.drain()
  expect(postbox.taken).toEqual([])
  expect(await jobsLeft()).toBe(0)
})

test('an email that is refused permanently makes the recipient Failed at once, and is not kept', async () => {
  const postbox = new Postbox()
  postbox.failures = [new EmailRefused('550 no such user')]
  const { jobs, mailer } = office(postbox)
  await world.database.transaction((tx) => mailer.enqueue(tx, email, { recipientGuid: 'r1' }))
  await jobs.drain()
  expect(outcomes).toEqual([['r1', 'Failed', '550 no such user']])
  expect(await jobsLeft()).toBe(0)
})

test('an address that is none is refused before anything is stored', async () => {
  const { mailer } = office(new Postbox())
  const work = world.database.transaction((tx) =>
    mailer.enqueue(tx, { ...email, to: 'a@b.example, c@d.example' }),
  )
  await expect(work).rejects.toThrow(EmailRefused)
  expect(await jobsLeft()).toBe(0)
})

test('over a real mail server one recipient becomes Sent and the unknown one Failed', async () => {
  const server = await SmtpCounterpart.start({ 'gone@example.com': '550 5.1.1 no such user' })
  const transport = new SmtpTransport({
    url: `smtp://127.0.0.1:${server.port}`,
    from: 'no-reply@files.example.com',
    clock: world.clock,
  })
  try {
    const { jobs, mailer } = office(transport)
    await world.database.transaction(async (tx) => {
      await mailer.enqueue(tx, email, { recipientGuid: 'r1' })
      await mailer.enqueue(tx, { ...email, to: 'gone@example.com' }, { recipientGuid: 'r2' })
    })
    await jobs.drain()
    expect(outcomes.map(([guid, outcome]) => [guid, outcome]).toSorted()).toEqual([
      ['r1', 'Sent'],
      ['r2', 'Failed'],
    ])
    expect(server.received.map(({ to }) => to)).toEqual(['jane@example.com'])
  } finally {
    transport.close()
    await server.stop()
  }
})
