// @module-tag engines
import { expect, test } from 'vitest'
import type { User } from '#server/accounts/users.ts'
import { openWebhookWorld, type WebhookWorld } from '#tests/support/unit/webhooks.ts'
import { addUser } from '#tests/support/unit/users.ts'

type More = { after?: string | null; kinds?: string[] | null; limit?: number }

function readFeed(world: WebhookWorld, user: User, { after = null, kinds = null, limit = 100 }: More = {}) {
  return world.feeds.since(user, { of: 'account', after, kinds, limit })
}

test('a program that asks again and again gets everything once, in its order', async () => {
  const world = await openWebhookWorld()
  const anna = await addUser(world)
  const share = await world.share(anna)
  await world.opened(share)
  const begun = await readFeed(world, anna)
  expect(begun).toMatchObject({ events: [], hasMore: false })
  await world.opened(share, 5)
  const first = await readFeed(world, anna, { after: begun.cursor, limit: 3 })
  expect(first.events.map(({ data }) => data['version'])).toEqual([1, 2, 3])
  expect(first.hasMore).toBe(true)
  const second = await readFeed(world, anna, { after: first.cursor, limit: 3 })
  expect(second.events.map(({ data }) => data['version'])).toEqual([4, 5])
  expect(second.hasMore).toBe(false)
  expect((await readFeed(world, anna, { after: second.cursor })).events).toEqual([])
  // The same question has the same answer, and without a cursor it is about the latest.
  expect(await readFeed(world, anna, { after: begun.cursor, limit: 3 })).toEqual(first)
  expect((await readFeed(world, anna, { limit: 2 })).events).toEqual(second.events)
  const [event] = first.events
  expect(event).toEqual({
    id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
    type: 'share.opened',
    timestamp: '2027-03-01T10:00:00.000Z',
    data: { share: { guid: share, name: 'plan.pdf' }, by: 'rita@example.net', version: 1 },
  })
})

test('what is left out by kind is not looked at again, and kinds that there are not are refused', async () => {
  const world = await openWebhookWorld()
  const anna = await addUser(world)
  const share = await world.share(anna)
  const { cursor } = await readFeed(world, anna)
  await world.opened(share, 3)
  const none = await readFeed(world, anna, { after: cursor, kinds: ['share.downloaded'] })
  expect(none.events).toEqual([])
  expect((await readFeed(world, anna, { after: none.cursor })).events).toEqual([])
  await expect(readFeed(world, anna, { kinds: ['share.read_by_everyone'] })).rejects.toMatchObject({
    field: 'kinds',
  })
  await expect(readFeed(world, anna, { kinds: ['team.invited'] })).rejects.toMatchObject({ field: 'kinds' })
})

test('of two transactions, the one that commits later is later for who asks, and none is left out', async () => {
  const world = await openWebhookWorld()
  const anna = await addUser(world)
  const [slow, quick] = [await world.share(anna), await world.share(anna)]
  let { cursor } = await readFeed(world, anna)
  const got: unknown[] = []
  const ask = async () => {
    const page = await readFeed(world, anna, { after: cursor })
    got.push(...page.events.map(({ data }) => (data['share'] as { guid: string }).guid))
    cursor = page.cursor
  }
  let commit = () => {}
  const held = new Promise<void>((resolve) => (commit = resolve))
  let hasRecorded = () => {}
  const recorded = new Promise<void>((resolve) => (hasRecorded = resolve))
  const open = world.database.transaction(async (tx) => {
    await world.events.record(tx, { subject: slow, kind: 'View', client: null })
    hasRecorded()
    await held
  })
  await recorded
  // SQLite has one writer at a time: there, the other one waits.
  const other = world.opened(quick)
  if (world.database.kind === 'postgres') {
    await other
    await ask()
    expect(got).toEqual([quick])
  }
  commit()
  await Promise.all([open, other])
  await ask()
  expect(got.toSorted()).toEqual([slow, quick].toSorted())
  await ask()
  expect(got).toHaveLength(2)
})

test('many at once each have their number, without gaps', async () => {
  const world = await openWebhookWorld()
  const anna = await addUser(world)
  const shares = await Promise.all(Array.from({ length: 10 }, () => world.share(anna)))
  const { cursor } = await readFeed(world, anna)
  await Promise.all(shares.flatMap((share) => [world.opened(share), world.opened(share, 2)]))
  const numbers = await world.database.kysely
    .selectFrom('feed_entry')
    .select('number')
    .orderBy('number')
    .execute()
  expect(numbers.map(({ number }) => number)).toEqual(Array.from({ length: 30 }, (_, at) => at + 1))
  expect((await readFeed(world, anna, { after: cursor })).events).toHaveLength(30)
})

test('a cursor of someone else, of another time, or of what is no longer kept says so', async () => {
  const world = await openWebhookWorld()
  const [anna, bob] = [await addUser(world), await addUser(world, 'bob@example.com')]
  const share = await world.share(anna)
  const { cursor } = await readFeed(world, anna)
  await expect(readFeed(world, bob, { after: cursor })).rejects.toMatchObject({ problem: 'cursorGone' })
  const ahead = cursor.replace(/\d+$/, '1000')
  await expect(readFeed(world, anna, { after: ahead })).rejects.toMatchObject({ problem: 'cursorGone' })
  await expect(readFeed(world, anna, { after: '-1' })).rejects.toMatchObject({
    problem: 'badForm',
    field: 'after',
  })
  await world.opened(share)
  world.now += 29 * 86_400_000
  await readFeed(world, anna)
  await world.clearing.sweep()
  expect((await readFeed(world, anna, { after: cursor })).events).toHaveLength(1)
  world.now += 2 * 86_400_000
  await world.clearing.sweep()
  await expect(readFeed(world, anna, { after: cursor })).rejects.toMatchObject({ problem: 'cursorGone' })
  // A feed that no one asks for ends, and with it what it would cost.
  world.now += 31 * 86_400_000
  await world.clearing.sweep()
  expect(
    await world.database.kysely.selectFrom('feed').selectAll().where('user_guid', '=', anna.guid).execute(),
  ).toEqual([])
})

test('a team’s is for those who administer it, and has what happens to its accounts, not what they share', async () => {
  const world = await openWebhookWorld()
  const { kysely } = world.database
  await kysely
    .insertInto('team')
    .values({
      guid: 'team',
      name: 'Halden',
      allowed_methods: null,
      requires_second_factor: 0,
      bar_colour: null,
      text_colour: null,
      created_at: 1,
    })
    .execute()
  const [admin, member, stranger] = [
    await addUser(world, 'admin@example.com', { team_guid: 'team', team_role: 1, invite_status: 'Active' }),
    await addUser(world, 'member@example.com', { team_guid: 'team', team_role: 2, invite_status: 'Active' }),
    await addUser(world, 'stranger@example.com'),
  ]
  const ofTeam = (user: User, after: string | null = null) =>
    world.feeds.since(user, { of: 'team', after, kinds: null, limit: 100 })
  for (const user of [member, stranger])
    await expect(ofTeam(user)).rejects.toMatchObject({ problem: 'notFound' })
  const { cursor } = await ofTeam(admin)
  await world.opened(await world.share(member))
  await world.events.record(null, {
    subject: member.guid,
    kind: 'SignedIn',
    actor: member.email,
    detail: { method: 'password' },
  })
  await world.events.record(null, {
    subject: stranger.guid,
    kind: 'SignedIn',
    actor: stranger.email,
    detail: { method: 'password' },
  })
  const { events } = await ofTeam(admin, cursor)
  expect(events).toMatchObject([
    {
      type: 'account.signed_in',
      data: { account: { email: member.email }, by: member.email, method: 'password' },
    },
  ])
})
