import { expect, test } from 'vitest'
import type { User } from '#server/accounts/users.ts'
import { newGuid, type Database } from '#server/db/open.ts'
import { openSharing, type SharingWorld } from '#tests/support/unit/sharing-world.ts'
import { addAcceptance, addIntroduction, addTerms } from '#tests/support/unit/terms.ts'
import { addUser } from '#tests/support/unit/users.ts'
import { exportSections } from './export-sections.ts'
import { Exports, exportsByUser } from './exports.ts'

type Document = {
  account: Record<string, unknown>
  devices: Record<string, unknown>[]
  filesNotShared: Record<string, unknown>[]
  shares: {
    guid: string
    original: string
    recipients: Record<string, unknown>[]
    versions: Record<string, unknown>[]
    events: Record<string, unknown>[]
  }[]
  isComplete: true
}

async function exported(world: SharingWorld, user: User): Promise<{ text: string; document: Document }> {
  const chunks: Uint8Array[] = []
  for await (const chunk of await new Exports(world).begin(user)) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString('utf8')
  return { text, document: JSON.parse(text) as Document }
}

/** Counts the queries that were sent through Kysely so far. */
function counting(): { wrap: (database: Database) => Database; count: () => number } {
  let count = 0
  const wrap = (database: Database): Database => {
    const kysely = new Proxy(database.kysely, {
      get(target, name) {
        if (name === 'selectFrom') count++
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    return { ...database, kysely }
  }
  return { wrap, count: () => count }
}

test('an export holds the account, its devices, and each share with its people and all that happened', async () => {
  const world = await openSharing()
  const anna = await addUser(world, 'anna@example.com')
  const first = await world.share(anna, { to: '"Réni, Á." <reni@example.net>', openings: 2 })
  const second = await world.share(anna, { openings: 1100 })
  await world.upload(anna)
  const signedInAt = new Date(world.now).toISOString()
  await world.database.kysely
    .insertInto('session')
    .values({
      guid: newGuid(),
      secret_hash: 'secret',
      previous_hash: 'secret',
      rotated_at: 1,
      is_secret_seen: 1,
      method: 'password',
      user_guid: anna.guid,
      created_at: world.now,
      seen_at: world.now,
      idle_until: world.now,
      ends_at: world.now,
      is_remembered: 1,
      ip: '192.0.2.1',
      user_agent: 'A browser "with" \\ marks',
    })
    .execute()
  const address = {
    guid: 'address',
    user_guid: anna.guid,
    email: 'anna@example.net',
    code_hash: 'a-code-hash',
  }
  await world.database.kysely
    .insertInto('address')
    .values({ ...address, tries: 0, code_expires_at: 0, created_at: world.now, confirmed_at: null })
    .execute()
  await world.database.kysely
    .insertInto('notification_choice')
    .values({ user_guid: anna.guid, is_told_of_openings: 1, is_told_of_devices: 0 })
    .execute()
  const { text, document } = await exported(world, anna)
  expect(document.account).toMatchObject({ email: 'anna@example.com', plan: 'Enterprise', isOperator: false })
  expect(document.devices).toEqual([
    {
      method: 'password',
      createdAt: signedInAt,
      seenAt: signedInAt,
      endsAt: signedInAt,
      isRemembered: true,
      isApi: false,
      ip: '192.0.2.1',
      userAgent: 'A browser "with" \\ marks',
    },
  ])
  expect(document).toMatchObject({
    furtherAddresses: [{ email: 'anna@example.net', confirmedAt: null }],
    notifications: [{ isToldOfOpenings: true, isToldOfDevices: false }],
  })
  expect(text).not.toContain('a-code-hash')
  expect(document.filesNotShared).toMatchObject([{ name: 'plan.txt', size: 8 }])
  expect(document.shares.map(({ guid }) => guid)).toEqual([second, first])
  const [newest, oldest] = document.shares as [Document['shares'][0], Document['shares'][0]]
  expect(newest).toMatchObject({
    original: `https://files.example.com/view/${second}/download`,
    link: `https://files.example.com/file/${second}`,
    file: { name: 'plan.txt', size: 8 },
    protections: { visibility: 'people', mayDownload: false, watermark: null },
    message: 'Hello',
  })
  expect(oldest.versions).toEqual([])
  expect(oldest.recipients).toMatchObject([{ email: 'reni@example.net', mailStatus: 'Waiting' }])
  expect(oldest.events.map(({ kind }) => kind)).toEqual(['Shared', 'View', 'View'])
  expect(newest.events.map(({ sequence }) => sequence)).toEqual(
    Array.from({ length: 1101 }, (_, index) => index + 1),
  )
  expect(document.isComplete).toBe(true)
  expect(text).not.toMatch(/hash|wrapped|secret/i)
})

test('an export holds what was written about a share, and who agreed to which terms under which name', async () => {
  const world = await openSharing()
  const anna = await addUser(world, 'anna@example.com')
  const share_guid = await world.share(anna, { to: 'reni@example.net', openings: 1 })
  const { kysely } = world.database
  const { guid: reader } = await kysely.selectFrom('recipient').select('guid').executeTakeFirstOrThrow()
  const reni = { reader, email: 'reni@example.net' }
  await addAcceptance(world, share_guid, reni, await addTerms(world, anna, 'Keep it'))
  await addIntroduction(world, share_guid, { reader }, ['Réni', 'Ád'])
  const created_at = world.now
  const unset = { deleted_at: null, read_at: null, told_at: null }
  const comment = { guid: newGuid(), share_guid, recipient_guid: reader, number: 1, is_owners: 0 as const }
  await kysely
    .insertInto('comment')
    .values({ ...comment, text: 'Is it final?', created_at, ...unset })
    .execute()
  const { document } = await exported(world, anna)
  expect(document.shares[0]).toMatchObject({
    acceptances: [{ email: 'reni@example.net', text: 'Keep it', ip: '192.0.2.1' }],
    names: [{ recipient: 'reni@example.net', firstName: 'Réni', lastName: 'Ád' }],
    comments: [{ recipient: 'reni@example.net', isOwners: false, text: 'Is it final?' }],
  })
})

test("an export holds nothing of another account's", async () => {
  const world = await openSharing()
  const [anna, bert] = [await addUser(world, 'anna@example.com'), await addUser(world, 'bert@example.com')]
  await world.share(bert, { to: 'anna@example.com', openings: 1 })
  await world.upload(bert)
  const { text, document } = await exported(world, anna)
  expect(document).toMatchObject({ filesNotShared: [], shares: [] })
  expect(text).not.toContain('bert')
})

test('what is not asked for is not read: the document leaves while the database is still asked', async () => {
  const { wrap, count } = counting()
  const world = await openSharing(wrap)
  const anna = await addUser(world, 'anna@example.com')
  const guid = await world.share(anna, { openings: 0 })
  // What the database computes by itself it also computes for a copy.
  const {
    ends_at: _,
    listed_as: __,
    name_key: ___,
    ...own
  } = await world.database.kysely
    .selectFrom('share')
    .selectAll()
    .where('guid', '=', guid)
    .executeTakeFirstOrThrow()
  const copies = Array.from({ length: 950 }, () => ({ ...own, guid: newGuid() }))
  for (let at = 0; at < copies.length; at += 200)
    await world.database.kysely
      .insertInto('share')
      .values(copies.slice(at, at + 200))
      .execute()

  const before = count()
  const reader = (await new Exports(world).begin(anna))[Symbol.asyncIterator]()
  expect(count()).toBe(before)
  const first = await reader.next()
  expect(first.value!.length).toBeLessThan(80 * 1024)
  const atFirst = count() - before
  // A client that disconnects stops the queries.
  await reader.return!()
  expect((await reader.next()).done).toBe(true)
  expect(count() - before).toBe(atFirst)

  const again = count()
  const { document } = await exported(world, anna)
  expect(document.shares).toHaveLength(951)
  expect(new Set(document.shares.map((share) => share.guid)).size).toBe(951)
  const atEnd = count() - again
  expect(atFirst).toBeLessThan(atEnd / 4)
  // Ten pages of shares, five queries for each share, and one for each other section; two for the account's addresses.
  expect(atEnd).toBeLessThanOrEqual(10 + 5 * 951 + exportSections.length + 2)
})

test('exports are limited, for each account by itself', async () => {
  const world = await openSharing()
  const [anna, bert] = [await addUser(world, 'anna@example.com'), await addUser(world, 'bert@example.com')]
  for (let number = 0; number < exportsByUser.count; number++) await exported(world, anna)
  await expect(new Exports(world).begin(anna)).rejects.toMatchObject({ problem: 'tooManyAttempts' })
  await exported(world, bert)
  world.now += exportsByUser.per
  await exported(world, anna)
})

test('a share that was changed has the versions of its file, newest first', async () => {
  const world = await openSharing()
  const anna = await addUser(world, 'anna@example.com')
  const guid = await world.share(anna, { openings: 1 })
  const { kysely } = world.database
  await kysely.updateTable('share').set({ revision: 1, version: 2 }).where('guid', '=', guid).execute()
  await kysely.updateTable('share_version').set({ number: 2 }).where('share_guid', '=', guid).execute()
  const gone = { number: 1, name: 'first.txt', size: 3, page_count: 1, created_at: 1, removed_at: 2 }
  await kysely
    .insertInto('removed_version')
    .values({ ...gone, share_guid: guid })
    .execute()
  const { document } = await exported(world, anna)
  expect(document.shares[0]!.versions).toMatchObject([
    { number: 2, name: 'plan.txt', removedAt: null },
    { number: 1, name: 'first.txt', size: 3, pageCount: 1 },
  ])
})

test('an export names the webhooks of an account, and nothing with which they are signed', async () => {
  const world = await openSharing()
  const user = await addUser(world)
  const { kysely } = world.database
  await kysely
    .insertInto('feed')
    .values({ guid: 'feed', user_guid: user.guid, team_guid: null, opened_at: 1 })
    .execute()
  await kysely
    .insertInto('webhook')
    .values({
      guid: 'hook',
      feed_guid: 'feed',
      url: 'https://example.com/hook',
      kinds: '["share.opened"]',
      secret_sealed: 'sealed secret',
      created_at: world.now,
      read_number: 0,
    })
    .execute()
  const { text, document } = await exported(world, user)
  expect((document as unknown as { webhooks: unknown }).webhooks).toEqual([
    {
      url: 'https://example.com/hook',
      kinds: ['share.opened'],
      state: 'On',
      createdAt: '2027-03-01T10:00:00.000Z',
    },
  ])
  expect(text).not.toContain('sealed secret')
})
