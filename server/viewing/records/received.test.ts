// @module-tag engines
import { beforeEach, expect, test } from 'vitest'
import type { Updateable } from 'kysely'
import type { User } from '#server/accounts/users.ts'
import { newGuid } from '#server/db/guid.ts'
import type { RecipientTable } from '#server/db/tables/share-tables.ts'
import { decide } from '#server/rules/sharing/policy.ts'
import { besideOf, rowKey } from '#server/shares/lists/list.ts'
import { addShare } from '#tests/support/unit/shares.ts'
import { addAcceptance, addIntroduction, addTerms } from '#tests/support/unit/terms.ts'
import { addUser } from '#tests/support/unit/users.ts'
import { openWorld, type World } from '#tests/support/unit/world.ts'
import { Received, receiveModes, type ReceivedRange } from './received.ts'

let world: World
let owner: User
let received: Received
let rita: User

const minute = 60_000
const email = 'rita@example.net'

beforeEach(async () => {
  world = await openWorld()
  owner = await addUser(world, 'owner@example.com')
  received = new Received(world)
  rita = await addUser(world, email)
})

function list(range: Partial<ReceivedRange> = {}) {
  return received.list(rita, {
    page: 1,
    pageSize: 200,
    mode: 'all',
    sender: '',
    beside: null,
    countTo: 99,
    ...range,
  })
}

type More = NonNullable<Parameters<typeof addShare>[3]> & { recipient?: Updateable<RecipientTable> }

async function add({ recipient, ...more }: More = {}, to = email): Promise<string> {
  world.now += 1000
  const guid = await addShare(world, owner, [to], more)
  if (recipient)
    await world.database.kysely
      .updateTable('recipient')
      .set(recipient)
      .where('share_guid', '=', guid)
      .execute()
  return guid
}

const opened = (): { recipient: Updateable<RecipientTable> } => ({
  recipient: { first_viewed_at: world.now },
})

/** Everything that closes a share to its recipient. */
const closing: [string, () => More][] = [
  ['unshared', () => ({ share: { status: 'Killed' } })],
  ['in the trash', () => ({ share: { binned_at: world.now } })],
  ['expired', () => ({ share: { destruct_seconds: 0, expires_at: world.now } })],
  ['taken away', () => ({ recipient: { revoked_at: world.now } })],
  ['over for this person', () => ({ recipient: { expires_at: world.now } })],
]

test('what is open is shown with its name, what one can do, and until when', async () => {
  const share = {
    destruct_seconds: 0,
    expires_at: world.now + 5 * minute,
    print_count: 3,
  }
  const guid = await add({
    share: { ...share, message: 'Please read' },
    recipient: { prints_spent: 1 },
  })
  const { files, total } = await list()
  expect(total).toBe(1)
  expect(files[0]).toMatchObject({
    shareGuid: guid,
    name: 'plan.pdf',
    message: 'Please read',
    sender: { name: 'Anna Adler', email: 'owner@example.com' },
    isOpen: true,
    isOpened: false,
    rights: { view: true, print: true, printsLeft: 2, download: true },
    asks: { passkey: false, terms: false, name: false },
  })
})

test.each(closing)('what is %s is over: without its name, but for who had opened it', async (_, closed) => {
  await add(closed())
  const seen = closed()
  await add({ ...seen, recipient: { ...seen.recipient, first_viewed_at: world.now } })
  const { files } = await list({ mode: 'over' })
  expect(files.map(({ name, isOpen }) => [name, isOpen])).toEqual([
    ['plan.pdf', false],
    [null, false],
  ])
  expect(files[0]).toMatchObject({ message: '', rights: { view: false, print: false, download: false } })
  for (const mode of ['new', 'opened'] as const) expect((await list({ mode })).files).toEqual([])
})

test('what has destructed for this person is over, and not before it was opened', async () => {
  const share = { destruct_seconds: 60 }
  await add({ share })
  const guid = await add({ share, ...opened() })
  expect((await list({ mode: 'opened' })).files).toHaveLength(1)
  world.now += minute
  expect((await list({ mode: 'over' })).files.map(({ shareGuid }) => shareGuid)).toEqual([guid])
  expect((await list({ mode: 'new' })).files).toHaveLength(1)
})

test('terms, a passkey and a question for the name are before the name of the file', async () => {
  const terms = await addTerms(world, owner)
  const withTerms = { share: { terms_mode: 'custom', terms_guid: terms } } as const
  await add({ ...withTerms, ...opened() })
  await add(withTerms)
  await add({ share: { needs_passkey: 1, visibility: 'public' } })
  await add({ share: { asks_name: 1 } })
  const { files } = await list()
  expect(files.map(({ name, asks }) => [name, asks])).toEqual([
    [null, { passkey: false, terms: false, name: true }],
    [null, { passkey: true, terms: false, name: false }],
    [null, { passkey: false, terms: true, name: false }],
    // New terms, though the file was opened before.
    [null, { passkey: false, terms: true, name: false }],
  ])
  expect(files.every(({ isOpen }) => isOpen)).toBe(true)
  const [named, , accepted] = files.map(({ shareGuid, recipientGuid: reader }) => ({
    shareGuid,
    reader,
    email,
  }))
  await addAcceptance(world, accepted!.shareGuid, accepted!, terms)
  await addIntroduction(world, named!.shareGuid, { ...named!, email: null }, ['Rita', 'Rossi'])
  expect((await list()).files.map(({ name }) => name)).toEqual(['plan.pdf', null, 'plan.pdf', null])
})

test('every entry is in one mode, and the modes agree with the gate', async () => {
  const states: (() => More)[] = [() => ({}), opened, ...closing.map(([, closed]) => closed)]
  const ends: NonNullable<More['share']>[] = [
    {},
    { destruct_seconds: 60 },
    { destruct_seconds: 60, visibility: 'public' },
  ]
  for (const state of states)
    for (const end of ends) {
      const more = state()
      await add({ ...more, share: { ...end, ...more.share } })
    }
  await world.database.kysely.updateTable('share').set({ first_viewed_at: world.now }).execute()
  for (const later of [0, minute]) {
    world.now += later
    const shown = new Map<string, string[]>()
    for (const mode of receiveModes)
      shown.set(
        mode,
        (await list({ mode })).files.map((file) => file.recipientGuid),
      )
    const parts = (['new', 'opened', 'over'] as const).flatMap((mode) => shown.get(mode)!)
    expect(parts.toSorted()).toEqual(shown.get('all')!.toSorted())
    for (const file of (await list()).files) {
      const mode = !file.isOpen ? 'over' : file.isOpened ? 'opened' : 'new'
      expect(shown.get(mode)).toContain(file.recipientGuid)
      const refusal = decide(file.policyFacts, 'open', world.now)
      expect(file.isOpen).toBe(refusal === null)
    }
  }
})

test('further addresses count once they are confirmed, own shares and those of others never', async () => {
  await add({}, 'second@example.net')
  await add({}, 'stranger@example.net')
  const { kysely } = world.database
  const row = { guid: newGuid(), user_guid: rita.guid, email: 'Second@example.net', created_at: 1, tries: 0 }
  await kysely
    .insertInto('address')
    .values({ ...row, code_hash: 'x', code_expires_at: world.now + minute, confirmed_at: null })
    .execute()
  expect((await list()).files).toEqual([])
  await kysely.updateTable('address').set({ confirmed_at: world.now, code_hash: null }).execute()
  expect((await list()).files.map((file) => file.email)).toEqual(['second@example.net'])
  await kysely.updateTable('share').set({ owner_guid: rita.guid }).execute()
  expect((await list()).files).toEqual([])
})

test('a search finds senders by name and address', async () => {
  await add()
  const found = async (sender: string) => (await list({ sender })).total
  expect([await found('ANNA'), await found('adl own'), await found('owner@example')]).toEqual([1, 1, 1])
  expect([await found('nna'), await found('plan'), await found('%'), await found('zoe')]).toEqual([
    0, 0, 0, 0,
  ])
})

test('pages forwards, backwards and by number are the list in parts', async () => {
  for (let at = 0; at < 5; at++) {
    await add()
    if (at % 2) world.now -= 1000
  }
  const all = (await list()).files.map((file) => file.recipientGuid)
  const first = await list({ pageSize: 2 })
  expect([first.hasMore, first.total]).toEqual([true, 5])
  const keyOf = (file: (typeof first.files)[number]) =>
    rowKey({ key: file.addedAt, guid: file.recipientGuid })
  const second = await list({
    pageSize: 2,
    page: 2,
    beside: besideOf('after', keyOf(first.files[1]!), 'newest'),
  })
  const third = await list({ pageSize: 2, page: 3 })
  expect([first, second, third].flatMap(({ files }) => files.map((file) => file.recipientGuid))).toEqual(all)
  expect(third.hasMore).toBe(false)
  const back = await list({ pageSize: 2, beside: besideOf('before', keyOf(second.files[0]!), 'newest') })
  expect(back.files).toEqual(first.files)
})
