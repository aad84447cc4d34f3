import { beforeEach, describe, expect, test } from 'vitest'
import type { User } from '#server/accounts/users.ts'
import { standardProtections, type Protections } from '#server/rules/sharing/options.ts'
import { kindsOf } from '#tests/support/unit/events.ts'
import { openSharing, type SharingWorld } from '#tests/support/unit/sharing-world.ts'
import { addUser } from '#tests/support/unit/users.ts'
import { besideOf, rowKey, type Beside } from './lists/list.ts'
import type { ListedShareRow, Shares } from './shares.ts'

let world: SharingWorld
let shares: Shares
let anna: User
let bert: User

beforeEach(async () => {
  world = await openSharing()
  ;({ shares } = world)
  world.onDelivered = (guid, outcome) => shares.noteDelivery(guid, outcome)
  anna = await addUser(world, 'anna@example.com', { tier_code: 0 })
  bert = await addUser(world, 'bert@example.com', { tier_code: 0 })
})

type Wanted = { fileGuid: string; recipients: string; message: string; protections: Protections }

async function share(actor: User, wanted: Partial<Wanted> = {}): Promise<string> {
  const fileGuid = wanted.fileGuid ?? (await world.upload(actor))
  return world.sending.create(actor, {
    fileGuid,
    recipients: 'rita@example.net',
    message: '',
    protections: standardProtections,
    ...wanted,
  })
}

async function count(table: 'share' | 'recipient' | 'job' | 'event'): Promise<number> {
  const { kysely } = world.database
  const row = await kysely
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirst()
  return Number(row?.n)
}

describe('sharing a file', () => {
  test('keeps it with its people and sends each of them an email with the link', async () => {
    const guid = await share(anna, {
      recipients: 'Rita <rita@example.net>, sam@example.net',
      message: 'Hello',
    })
    const { share: kept, recipients } = await shares.find(anna, guid)
    expect(kept).toMatchObject({
      file_name: 'plan.txt',
      status: 'Active',
      message: 'Hello',
      protections: standardProtections,
    })
    expect(recipients.map(({ email, name, mail_status }) => [email, name, mail_status])).toEqual([
      ['rita@example.net', 'Rita', 'Waiting'],
      ['sam@example.net', '', 'Waiting'],
    ])
    await world.jobs.drain()
    expect(world.emails.map(({ to }) => to).toSorted()).toEqual(['rita@example.net', 'sam@example.net'])
    for (const { text } of world.emails) expect(text).toContain(`https://files.example.com/file/${guid}`)
    const after = await shares.find(anna, guid)
    expect(after.recipients.map(({ mail_status }) => mail_status)).toEqual(['Sent', 'Sent'])
    expect(await kindsOf(world, guid)).toEqual(['Shared', 'Mailed', 'Mailed'])
  })

  test('an email that never leaves is noted at its person', async () => {
    const guid = await share(anna)
    world.mailFails = true
    for (let hours = 0; hours < 30; hours++) {
      world.now += 3_600_000
      await world.jobs.drain()
    }
    expect((await shares.find(anna, guid)).recipients[0]).toMatchObject({ mail_status: 'Failed' })
    expect(await kindsOf(world, guid)).toEqual(['Shared', 'MailFailed'])
  })

  test.each<[string, Partial<Wanted>, string]>([
    ['without people', { recipients: '' }, 'recipientsMissing'],
    ['with more people than the plan has', { recipients: addresses(6) }, 'recipientsOverPlan'],
    ['with a message that is too long', { message: 'x'.repeat(2001) }, 'textRefused'],
    ['with a link in the message', { message: 'see www.example.com' }, 'textRefused'],
    ['with a blocked word in the message', { message: 'a Zonk for you' }, 'textRefused'],
    ['of a file that never was', { fileGuid: 'f'.repeat(32) }, 'uploadGone'],
    ['of nothing', { fileGuid: '' }, 'uploadGone'],
  ])('%s is refused and leaves nothing', async (_, wanted, problem) => {
    const fileGuid = await world.upload(anna)
    await expect(share(anna, { fileGuid, ...wanted })).rejects.toMatchObject({ problem })
    expect([
      await count('share'),
      await count('recipient'),
      await count('job'),
      await count('event'),
    ]).toEqual([0, 0, 0, 0])
    expect(await share(anna, { fileGuid })).toMatch(/^[0-9a-f]{32}$/)
  })

  test("another person's file cannot be shared, nor the same file twice", async () => {
    const fileGuid = await world.upload(anna)
    await expect(share(bert, { fileGuid })).rejects.toMatchObject({ problem: 'uploadGone' })
    await share(anna, { fileGuid })
    await expect(share(anna, { fileGuid })).rejects.toMatchObject({ problem: 'uploadGone', field: 'file' })
  })

  test('of two who share the same file at once only one does', { tags: ['engines'] }, async () => {
    const fileGuid = await world.upload(anna)
    const both = await Promise.allSettled([share(anna, { fileGuid }), share(anna, { fileGuid })])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await count('share')).toBe(1)
  })
})

function addresses(many: number): string {
  return Array.from({ length: many }, (_, at) => `person${at}@example.net`).join(',')
}

describe('taking a share back', () => {
  test('closes it, opens it again, and notes each change once', async () => {
    const guid = await share(anna)
    await shares.kill(anna, guid)
    await shares.kill(anna, guid)
    expect((await shares.find(anna, guid)).share.status).toBe('Killed')
    await shares.enable(anna, guid)
    await shares.enable(anna, guid)
    expect((await shares.find(anna, guid)).share.status).toBe('Active')
    expect(await kindsOf(world, guid)).toEqual(['Shared', 'Killed', 'Enabled'])
  })

  test("another person's share and one that never was are the same answer, and nothing changes", async () => {
    const guid = await share(anna)
    for (const one of [guid, 'f'.repeat(32), '', '../', guid.toUpperCase()]) {
      await expect(shares.kill(bert, one)).rejects.toMatchObject({ problem: 'notFound' })
      await expect(shares.enable(bert, one)).rejects.toMatchObject({ problem: 'notFound' })
      await expect(shares.find(bert, one)).rejects.toMatchObject({ problem: 'notFound' })
    }
    expect((await shares.find(anna, guid)).share.status).toBe('Active')
    expect(await kindsOf(world, guid)).toEqual(['Shared'])
  })
})

test('the list holds the own shares only, the newest first, page by page', async () => {
  const guids: string[] = []
  for (let made = 0; made < 5; made++) {
    world.now += 1000
    guids.unshift(await share(anna))
  }
  await share(bert)
  const first = await shares.list(anna, { page: 1, pageSize: 2 })
  expect(first.total).toBe(5)
  expect(first.rows.map(({ guid }) => guid)).toEqual(guids.slice(0, 2))
  expect(first.rows.map(({ recipient_count }) => Number(recipient_count))).toEqual([1, 1])
  const last = await shares.list(anna, { page: 3, pageSize: 2 })
  expect(last.rows.map(({ guid }) => guid)).toEqual(guids.slice(4))
  expect((await shares.list(anna, { page: 4, pageSize: 2 })).rows).toEqual([])
  const beside = (side: 'after' | 'before', row: ListedShareRow) => besideOf(side, rowKey(row), 'newest')
  const list = async (page: number, row: Beside | null) =>
    (await shares.list(anna, { page, pageSize: 2, beside: row })).rows
  const second = await list(2, beside('after', first.rows[1]!))
  expect(second.map(({ guid }) => guid)).toEqual(guids.slice(2, 4))
  expect((await list(3, beside('after', second[1]!))).map(({ guid }) => guid)).toEqual(guids.slice(4))
  expect(await list(1, beside('before', second[0]!))).toEqual(first.rows)
  expect(await list(2, beside('before', last.rows[0]!))).toEqual(second)
  expect((await shares.list(anna, { page: 1, pageSize: 2, countTo: 3 })).total).toBe(3)
  expect((await shares.list(anna, { page: 1, pageSize: 2, countTo: 9 })).total).toBe(5)
})

test('a key in an address that names no row is none', () => {
  const guid = 'a'.repeat(32)
  for (const key of [
    null,
    '',
    guid,
    `${guid}-x`,
    `x-5`,
    `${guid}a-5`,
    `${guid}--5`,
    `${guid}-${'9'.repeat(17)}`,
  ])
    expect(besideOf('after', key, 'newest')).toBeNull()
  expect(besideOf('before', `${guid}-5`, 'end')).toEqual({ side: 'before', key: 5, guid })
  expect(besideOf('after', `${guid}-a-b`, 'name')).toEqual({ side: 'after', key: 'a-b', guid })
  expect(besideOf('after', `${guid}-${'a'.repeat(301)}`, 'name')).toBeNull()
})
