// @module-tag engines
import type { lookup } from 'node:dns'
import { BlockList } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { expect, test, vi } from 'vitest'
import { Outgoing } from '#server/http/outgoing/outgoing.ts'
import { Jobs } from '#server/jobs/queue.ts'
import { openReceiver, openWebhookWorld, type Got, type WebhookWorld } from '#tests/support/unit/webhooks.ts'
import { addUser } from '#tests/support/unit/users.ts'
import { budget } from '#tests/support/world/budget.ts'
import { Deliveries } from './sending/deliveries.ts'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

/** What arrived has the signature of a secret, as the public library sees it. */
function isSigned(world: WebhookWorld, secret: string, { body, headers }: Got): boolean {
  vi.useFakeTimers({ now: world.now, toFake: ['Date'] })
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>)
    return true
  } catch {
    return false
  } finally {
    vi.useRealTimers()
  }
}

const versions = (got: readonly Got[]): unknown[] => got.map(({ data }) => data['version'])

test('what happens to a share is sent to its owner’s webhook, signed, and to no one else', async () => {
  const world = await openWebhookWorld()
  const [anna, bob] = [await addUser(world), await addUser(world, 'bob@example.com')]
  const [mine, his] = [await openReceiver(), await openReceiver()]
  const { secret } = await world.hook(anna, mine.url)
  await world.hook(bob, his.url)
  const share = await world.share(anna)
  await world.opened(share)
  await world.events.record(null, { subject: share, kind: 'Killed', actor: anna.email })
  await world.later(0)
  expect(his.got).toEqual([])
  // Of the other kinds, it has chosen none.
  expect(mine.got).toHaveLength(1)
  const [got] = mine.got
  expect(JSON.parse(got!.body)).toEqual({
    type: 'share.opened',
    timestamp: '2027-03-01T10:00:00.000Z',
    data: { share: { guid: share, name: 'plan.pdf' }, by: 'rita@example.net', version: 1 },
  })
  expect(got!.headers['content-type']).toBe('application/json')
  expect(got!.headers['webhook-id']).toMatch(/^evt_[0-9a-f]{32}$/)
  expect(isSigned(world, secret, got!)).toBe(true)
  expect(isSigned(world, secret, { ...got!, body: `${got!.body} ` })).toBe(false)
})

test('an event that was rolled back is sent to no one', async () => {
  const world = await openWebhookWorld()
  const anna = await addUser(world)
  const receiver = await openReceiver()
  await world.hook(anna, receiver.url)
  const share = await world.share(anna)
  const failing = world.database.transaction(async (tx) => {
    await world.events.record(tx, { subject: share, kind: 'View', client: null })
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  await world.opened(share)
  await world.later(0)
  expect(receiver.types).toEqual(['share.opened'])
})

test('of accounts without a webhook nothing is kept', async () => {
  const world = await openWebhookWorld()
  const anna = await addUser(world)
  await world.opened(await world.share(anna))
  expect(await world.database.kysely.selectFrom('feed_entry').selectAll().execute()).toEqual([])
  expect(await world.database.kysely.selectFrom('job').selectAll().execute()).toEqual([])
})

test('a receiver that fails is asked again, less and less often, for a day', async () => {
  const world = await openWebhookWorld()
  const anna = await addUser(world)
  const receiver = await openReceiver()
  receiver.answers = (response) => response.writeHead(500).end('no')
  const { guid } = await world.hook(anna, receiver.url)
  await world.opened(await world.share(anna))
  await world.later(0)
  const attempts: number[] = []
  // Steps of a tenth of what has passed: fine enough for each wait.
  for (let passed = 0; passed < 30 * hour;) {
    const [step, before] = [Math.max(1000, Math.floor(passed / 10)), receiver.got.length]
    await world.later(step)
    passed += step
    if (receiver.got.length > before) attempts.push(passed)
  }
  expect(receiver.got).toHaveLength(11)
  expect(attempts[0]).toBe(5000)
  expect(attempts).toHaveLength(10)
  expect(attempts.at(-1)).toBeGreaterThan(23 * hour)
  expect(new Set(receiver.got.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  const { messages } = await world.webhookLog.page(anna, 'account', guid, { before: null, limit: 10 })
  expect(messages).toMatchObject([
    { kind: 'share.opened', state: 'GivenUp', attempt: { status: 500, answer: 'no' } },
  ])
  // Sent again by its owner, it has the same id.
  receiver.answers = (response) => response.writeHead(200).end('thanks')
  await world.hooks.sendAgain(anna, 'account', guid, messages[0]!.guid)
  await world.later(0)
  expect(receiver.got).toHaveLength(12)
  expect(new Set(receiver.got.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  const after = await world.webhookLog.message(anna, 'account', guid, messages[0]!.guid)
  expect(after).toMatchObject({ state: 'Delivered', attempt: { status: 200, answer: 'thanks' } })
  expect(after.attempts).toHaveLength(12)
})

test.each([
  ['redirects', 302, null, (address: string) => ({ location: address })],
  ['answers with an error', 503, null, () => ({})],
])('a receiver that %s has not taken the event', async (_, status, failure, headers) => {
  const world = await openWebhookWorld()
  const anna = await addUser(world)
  const [receiver, inside] = [await openReceiver(), await openReceiver()]
  receiver.answers = (response) => response.writeHead(status, headers(inside.url)).end()
  const { guid } = await world.hook(anna, receiver.url)
  await world.opened(await world.share(anna))
  await world.later(0)
  expect(inside.got).toEqual([])
  const { messages } = await world.webhookLog.page(anna, 'account', guid, { before: null, limit: 10 })
  expect(messages).toMatchObject([{ state: 'Waiting', tries: 1, attempt: { status, failure } }])
})

test('a receiver that closes, or says 200 and cuts what it says, has not taken the event', async () => {
  const world = await openWebhookWorld()
  const anna = await addUser(world)
  const [closing, lying] = [await openReceiver(), await openReceiver()]
  closing.answers = (response) => response.destroy()
  lying.answers = (response) => {
    response.writeHead(200, { 'content-length': '100' }).write('half')
    setImmediate(() => response.destroy())
  }
  const share = await world.share(anna)
  const hooks = [await world.hook(anna, closing.url), await world.hook(anna, lying.url)]
  await world.opened(share)
  await world.later(0)
  for (const { guid } of hooks) {
    const { messages } = await world.webhookLog.page(anna, 'account', guid, { before: null, limit: 10 })
    expect(messages).toMatchObject([{ state: 'Waiting', attempt: { status: null, failure: 'connection' } }])
  }
})

test('an endless answer is read up to 64 KB, and its first characters are kept as text', async () => {
  const world = await openWebhookWorld()
  const anna = await addUser(world)
  const receiver = await openReceiver()
  receiver.answers = (response) => {
    response.writeHead(200)
    const more = () => {
      while (!response.destroyed && response.write('<script>\0\u0007'.repeat(1000)));
    }
    response.on('drain', more)
    more()
  }
  const { guid } = await world.hook(anna, receiver.url)
  await world.opened(await world.share(anna))
  await world.later(0)
  const { messages } = await world.webhookLog.page(anna, 'account', guid, { before: null, limit: 10 })
  expect(messages[0]).toMatchObject({ state: 'Delivered', attempt: { status: 200 } })
  expect(messages[0]!.attempt!.answer).toMatch(/^<script>\uFFFD\uFFFD<script>/)
  expect(messages[0]!.attempt!.answer.length).toBe(1000)
})

test('a receiver that cannot be reached, since its name leads inside, is told nothing', async () => {
  const world = await openWebhookWorld()
  const anna = await addUser(world)
  const { guid } = await world.hook(anna, 'https://10.0.0.1/hook')
  await world.opened(await world.share(anna))
  await world.later(0)
  const { messages } = await world.webhookLog.page(anna, 'account', guid, { before: null, limit: 10 })
  expect(messages).toMatchObject([{ state: 'Waiting', attempt: { status: null, failure: 'network' } }])
})

test('nor is one whose name leads elsewhere than it did when it was added', async () => {
  const world = await openWebhookWorld()
  const anna = await addUser(world)
  const { guid } = await world.hook(anna, 'https://rebound.example/hook')
  const lookups: string[] = []
  const resolve = ((name: string, _: unknown, done: (...answer: unknown[]) => void) => {
    lookups.push(name)
    done(null, [{ address: '127.0.0.1', family: 4 }])
  }) as unknown as typeof lookup
  const outgoing = new Outgoing({ allowed: new BlockList(), resolve })
  world.outgoing = outgoing
  await world.opened(await world.share(anna))
  await world.later(0)
  await outgoing.close()
  expect(lookups).toEqual(['rebound.example'])
  const { messages } = await world.webhookLog.page(anna, 'account', guid, { before: null, limit: 10 })
  expect(messages).toMatchObject([{ state: 'Waiting', attempt: { status: null, failure: 'network' } }])
})

test('what happens to one share arrives in its order, and waits for no other share', async () => {
  const world = await openWebhookWorld()
  const anna = await addUser(world)
  const receiver = await openReceiver()
  const [bad, good] = [await world.share(anna, 'bad.pdf'), await world.share(anna, 'good.pdf')]
  let isBad = true
  const nameOf = ({ data }: Got) => (data['share'] as { name: string }).name
  receiver.answers = (response, got) =>
    void response.writeHead(isBad && nameOf(got) === 'bad.pdf' ? 500 : 204).end()
  await world.hook(anna, receiver.url)
  await world.opened(bad, 3)
  await world.opened(good, 2)
  await world.later(0)
  await world.later(minute)
  await world.later(minute)
  const goods = () => receiver.got.filter((got) => nameOf(got) === 'good.pdf')
  const bads = () => receiver.got.filter((got) => nameOf(got) === 'bad.pdf')
  expect(versions(goods())).toEqual([1, 2])
  expect(new Set(versions(bads()))).toEqual(new Set([1]))
  isBad = false
  const before = bads().length
  await world.later(10 * minute)
  expect(versions(bads().slice(before))).toEqual([1, 2, 3])
})

test('while a secret is replaced, both sign; a day later only the new one does', async () => {
  const world = await openWebhookWorld()
  const anna = await addUser(world)
  const receiver = await openReceiver()
  const { guid, secret: old } = await world.hook(anna, receiver.url)
  const share = await world.share(anna)
  const secret = await world.hooks.renewSecret(anna, 'account', guid)
  await world.opened(share)
  await world.later(0)
  expect([old, secret].map((one) => isSigned(world, one, receiver.got[0]!))).toEqual([true, true])
  world.now += day
  await world.clearing.sweep()
  await world.opened(share)
  await world.later(0)
  expect([old, secret].map((one) => isSigned(world, one, receiver.got[1]!))).toEqual([false, true])
})

test('a receiver that is gone, or fails for five days, is not asked any more, and its owner is told', async () => {
  const world = await openWebhookWorld()
  const anna = await addUser(world)
  const [gone, down] = [await openReceiver(), await openReceiver()]
  gone.answers = (response) => response.writeHead(410).end()
  down.answers = (response) => response.writeHead(502).end()
  const share = await world.share(anna)
  const { guid } = await world.hook(anna, gone.url)
  await world.opened(share)
  await world.later(0)
  const [email] = await world.newEmails()
  expect(email).toMatchObject({
    to: anna.email,
    subject: expect.stringMatching(/^Your webhook to 127.0.0.1:\d+ was turned off$/),
  })
  expect((await world.hooks.find(anna, 'account', guid)).state).toBe('Gone')
  const other = await world.hook(anna, down.url)
  for (let passed = 0; passed <= 6 * day; passed += 6 * hour) {
    await world.opened(share)
    await world.later(6 * hour)
  }
  expect((await world.hooks.find(anna, 'account', other.guid)).state).toBe('Failed')
  expect(await world.newEmails()).toHaveLength(1)
  const received = down.got.length
  await world.later(day)
  expect([down.got.length, gone.got.length]).toEqual([received, 1])
  // Turned on again, it gets what it has missed.
  down.answers = (response) => response.writeHead(204).end()
  await world.hooks.turn(anna, 'account', other.guid, true)
  await world.later(0)
  expect(down.got.length).toBeGreaterThan(received + 4)
})

test('thousands of events to a receiver that does not answer hold up no one', async () => {
  const world = await openWebhookWorld()
  const thousands = budget({ some: 2, all: 10 })
  const [anna, bob] = [await addUser(world), await addUser(world, 'bob@example.com')]
  const receiver = await openReceiver()
  await world.hook(bob, receiver.url)
  const { guid } = await world.hook(anna, 'https://slow.example/')
  const real = world.outgoing
  let release = () => {}
  const bodies: string[] = []
  const held = new Promise<void>((resolve) => (release = resolve))
  world.outgoing = {
    async ask(url, question) {
      if (!String(url).includes('slow')) return real.ask(url, question)
      bodies.push(String(question.body))
      await held
      return { status: 204, headers: new Headers(), body: Buffer.alloc(0), isCut: false, address: '' }
    },
  }
  const [slow, quick] = [await world.share(anna), await world.share(bob)]
  for (let batch = 0; batch < thousands; batch++) await world.opened(slow, 1000)
  world.jobs.start()
  await expect.poll(() => bodies.length, { timeout: 600_000 }).toBe(1)
  // Whoever writes goes on, and so does another receiver; the slow one is asked for nothing else meanwhile.
  await world.opened(slow, 10)
  await world.opened(quick, 3)
  await expect.poll(() => receiver.got.length, { timeout: 600_000 }).toBe(3)
  expect(bodies).toHaveLength(1)
  const waiting = await world.database.kysely
    .selectFrom('webhook_message')
    .select('guid')
    .where('webhook_guid', '=', guid)
    .where('state', '=', 'Waiting')
    .execute()
  expect(waiting).toHaveLength(1000)
  await world.hooks.turn(anna, 'account', guid, false)
  release()
  await world.jobs.stop()
})

test('a receiver that fails now and then waits with the slow ones, until it has not failed for an hour', async () => {
  const world = await openWebhookWorld()
  const [anna, receiver] = [await addUser(world), await openReceiver()]
  await world.hook(anna, receiver.url)
  const share = await world.share(anna)
  const added = vi.spyOn(world.jobs, 'add')
  const lanes = async (passed: number) => {
    await world.later(passed)
    added.mockClear()
    await world.opened(share).then(() => world.later(0))
    return added.mock.calls.flatMap(([, kind]) => (kind.startsWith('webhook') ? [kind] : []))
  }
  receiver.answers = (response) => response.writeHead(500).end()
  expect((await lanes(0))[0]).toBe('webhook')
  receiver.answers = (response) => response.writeHead(204).end()
  expect([await lanes(hour / 2), await lanes(hour)]).toEqual([['webhook-slow'], ['webhook']])
})

test('two processes, one of which is killed at work, leave nothing out', async () => {
  const world = await openWebhookWorld()
  const anna = await addUser(world)
  const receiver = await openReceiver()
  await world.hook(anna, receiver.url)
  const share = await world.share(anna)
  await world.opened(share, 5)
  // The first takes the job, hears that its receiver got it, and dies before it could write that down.
  const { now } = world
  const dead = new Jobs({ ...world, clock: () => now })
  const real = world.outgoing
  let isDead = () => {}
  const died = new Promise<void>((resolve) => (isDead = resolve))
  const outgoing = {
    async ask(...args: Parameters<typeof real.ask>) {
      await real.ask(...args)
      isDead()
      return new Promise<never>(() => {})
    },
  }
  const atWork = new Deliveries({ ...world, jobs: dead, outgoing })
  void dead.drain()
  await died
  atWork.close()
  expect(versions(receiver.got)).toEqual([1])
  // As long as the other could still be at work, its job is not taken.
  await world.later(10_000)
  expect(receiver.got).toHaveLength(1)
  await world.later(20_000)
  expect(versions(receiver.got)).toEqual([1, 1, 2, 3, 4, 5])
  const [first, again] = receiver.got.map(({ headers }) => headers['webhook-id'])
  expect(again).toBe(first)
})

test('a test event arrives like any other, while others wait', async () => {
  const world = await openWebhookWorld()
  const anna = await addUser(world)
  const receiver = await openReceiver()
  receiver.answers = (response, { type }) => void response.writeHead(type === 'test' ? 200 : 500).end()
  const { guid, secret } = await world.hook(anna, receiver.url)
  await world.opened(await world.share(anna))
  await world.later(0)
  await world.hooks.test(anna, 'account', guid)
  await world.later(0)
  expect(receiver.types).toEqual(['share.opened', 'test'])
  expect(isSigned(world, secret, receiver.got[1]!)).toBe(true)
  await world.hooks.turn(anna, 'account', guid, false)
  await expect(world.hooks.test(anna, 'account', guid)).rejects.toMatchObject({ problem: 'webhookOff' })
})

test('what a webhook was sent goes with it, and what waits is not sent; the feed costs nothing more', async () => {
  const world = await openWebhookWorld()
  const anna = await addUser(world)
  const receiver = await openReceiver()
  const { guid } = await world.hook(anna, receiver.url)
  const share = await world.share(anna)
  await world.opened(share)
  await world.later(0)
  await world.opened(share)
  await world.hooks.remove(anna, 'account', guid)
  await world.later(minute)
  expect(receiver.got).toHaveLength(1)
  const { kysely } = world.database
  expect(await kysely.selectFrom('webhook_message').selectAll().execute()).toEqual([])
  expect(await kysely.selectFrom('webhook_attempt').selectAll().execute()).toEqual([])
  await world.opened(share)
  expect(await kysely.selectFrom('job').selectAll().execute()).toEqual([])
})
