import { beforeEach, describe, expect, test } from 'vitest'
import type { User } from '#server/accounts/users.ts'
import { Onboarding } from '#server/accounts/registering/onboarding.ts'
import type { ProblemName } from '#server/rules/problems.ts'
import type { MarkedCopies } from '#server/rendering/watermark/marked-copies.ts'
import type { Rendering } from '#server/rendering/rendering.ts'
import type { Vault } from '#server/storage/vault.ts'
import { Tracking } from '#server/tracking/tracking.ts'
import { kindsOf } from '#tests/support/unit/events.ts'
import { addShare } from '#tests/support/unit/shares.ts'
import { addUser } from '#tests/support/unit/users.ts'
import { client, openWorld, type World } from '#tests/support/unit/world.ts'
import { loadFacts } from '#server/viewing/access/facts.ts'
import type { Identity } from '#server/accounts/identity.ts'
import { Introductions } from '#server/viewing/entry/introductions.ts'
import { Viewing } from './viewing.ts'
import { watermarkLook } from './watermark.ts'

let world: World
let owner: User
let viewing: Viewing
let tracking: Tracking
/** What was requested of the pages and of the stored original. */
let touched: string[]
const rita: Identity = { user: null, readerEmail: 'rita@example.net', browserId: 'b1' }
const rob: Identity = { ...rita, readerEmail: 'rob@example.net' }
const screen = { first: 1, count: 25, isCounted: true }
const picture = { number: 1, width: 800 } as const

beforeEach(async () => {
  world = await openWorld()
  owner = await addUser(world, 'owner@example.com')
  touched = []
  tracking = new Tracking(world)
  const rendering = {
    warm: () => undefined,
    pages: async () => (touched.push('pages'), [{ number: 1, width: 595, height: 842 }]),
    pageImage: async () => touched.push('image'),
  } as unknown as Rendering
  const markedCopies = { copy: () => touched.push('copy') } as unknown as MarkedCopies
  const vault = { open: async () => touched.push('original') } as unknown as Vault
  viewing = new Viewing({
    ...world,
    tracking,
    onboarding: new Onboarding(world),
    rendering,
    markedCopies,
    vault,
  })
})

/** Everything by which bytes are sent. */
const paths: Record<string, (identity: Identity, guid: string) => Promise<unknown>> = {
  open: (identity, guid) => viewing.open(identity, guid, client),
  screen: (identity, guid) => viewing.screen(identity, guid, screen, client),
  image: (identity, guid) => viewing.pageImage(identity, guid, picture, client),
  download: (identity, guid) => viewing.download(identity, guid, client),
  print: (identity, guid) => viewing.print(identity, guid, client),
  printPages: (identity, guid) => viewing.printPages(identity, guid, screen, client),
}

async function problemOf(work: Promise<unknown>): Promise<ProblemName | 'done'> {
  return work.then(
    () => 'done' as const,
    (error: { problem: ProblemName }) => error.problem,
  )
}

test('the mark says who reads, and beside the address the name that they gave', async () => {
  const guid = await addShare(world, owner, [rita.readerEmail!], {
    share: { watermark_size: 'small', watermark_colour: 'red', asks_name: 1 },
  })
  const introductions = new Introductions({ ...world, words: {} })
  await introductions.give(rita, guid, { firstName: 'Ann', lastName: 'Example' }, client)
  const found = await loadFacts(world.database.kysely, rita, guid, world.now)
  expect(watermarkLook(found!, client, world.now)?.lines).toEqual([
    'rita@example.net',
    'says: Ann Example',
    '2027-03-01 10:00 UTC',
  ])
})

describe('every way to a file asks the gate, and touches nothing when it says no', () => {
  test.each(Object.keys(paths))('%s', async (name) => {
    const guid = await addShare(world, owner, ['rita@example.net'])
    const path = paths[name]!
    expect(await problemOf(path({ ...rita, readerEmail: null }, guid))).toBe('identityNeeded')
    expect(await problemOf(path(rob, guid))).toBe('notRecipient')
    expect(await problemOf(path(rob, 'f'.repeat(32)))).toBe('notRecipient')
    expect(await problemOf(path({ ...rita, readerEmail: null }, 'f'.repeat(32)))).toBe('identityNeeded')
    if (name !== 'open') expect(await problemOf(path(rita, guid))).toBe('openFirst')
    await viewing.open(rita, guid, client)
    await world.database.kysely.updateTable('share').set({ status: 'Killed' }).execute()
    expect(await problemOf(path(rita, guid))).toBe('killed')
    await world.database.kysely
      .updateTable('share')
      .set({ status: 'Active', expires_at: world.now, destruct_seconds: 0 })
      .execute()
    expect(await problemOf(path(rita, guid))).toBe('expired')
    await world.database.kysely.updateTable('share').set({ expires_at: null, destruct_seconds: 60 }).execute()
    world.now += 60_000
    expect(await problemOf(path(rita, guid))).toBe('destructed')
    await world.database.kysely.updateTable('share').set({ destruct_seconds: -1 }).execute()
    await world.database.kysely.updateTable('file').set({ render_status: 'In Progress' }).execute()
    expect(await problemOf(path(rita, guid))).toBe('processing')
    await world.database.kysely.updateTable('file').set({ render_status: 'Error' }).execute()
    // Anyone who may not download it as it is gets nothing of it.
    await world.database.kysely.updateTable('recipient').set({ is_view_only: 1 }).execute()
    expect(await problemOf(path(rita, guid))).toBe('renderError')
    expect(touched).toEqual([])
  })

  test('and the permissions to download and to print', async () => {
    const guid = await addShare(world, owner, ['rita@example.net'], {
      share: { may_download: 0, may_print: 0 },
    })
    await viewing.open(rita, guid, client)
    expect(await problemOf(paths['download']!(rita, guid))).toBe('downloadNotAllowed')
    expect(await problemOf(paths['print']!(rita, guid))).toBe('printNotAllowed')
    expect(await problemOf(paths['printPages']!(rita, guid))).toBe('printNotAllowed')
    expect(touched).toEqual([])
  })
})

test('looking changes and records nothing', async () => {
  const guid = await addShare(world, owner, ['rita@example.net'], { share: { destruct_seconds: 60 } })
  expect(await viewing.look(rita, guid)).toMatchObject({ refusal: null, mayDownload: true, mayPrint: true })
  expect(await viewing.look(rob, guid)).toMatchObject({ refusal: 'notRecipient' })
  expect(await kindsOf(world, guid)).toEqual([])
  expect(await world.database.kysely.selectFrom('visit').selectAll().execute()).toEqual([])
})

test('with a watermark the copy has marked pages, without one it is the original; the owner gets their own file', async () => {
  const share = { watermark_size: 'small', watermark_colour: 'grey' } as const
  const marked = await addShare(world, owner, ['rita@example.net'], { share })
  const plain = await addShare(world, owner, ['rita@example.net'])
  for (const guid of [marked, plain]) await viewing.open(rita, guid, client)
  const sender = { ...rita, user: owner, readerEmail: null }
  expect((await viewing.download(rita, marked, client)).kind).toBe('watermarked')
  expect((await viewing.download(rita, plain, client)).kind).toBe('original')
  expect((await viewing.download(sender, marked, client)).kind).toBe('original')
})

test('all parts of a copy within one opening are one download, whichever comes first', async () => {
  const guid = await addShare(world, owner, ['rita@example.net'])
  await viewing.open(rita, guid, client)
  const { found } = await viewing.download(rita, guid, client)
  await Promise.all(Array.from({ length: 8 }, () => viewing.noteDownload(found, client, { isPart: true })))
  expect(await kindsOf(world, guid)).toEqual(['View', 'Download'])
  await viewing.noteDownload(found, client, { isPart: false })
  await viewing.noteDownload(found, client, { isPart: true })
  expect(await kindsOf(world, guid)).toEqual(['View', 'Download', 'Download'])
})

test('print pages are shown after the copy was issued in the same opening, not before', async () => {
  const guid = await addShare(world, owner, ['rita@example.net'])
  await viewing.open(rita, guid, client)
  expect(await problemOf(viewing.printPages(rita, guid, screen, client))).toBe('printFirst')
  await viewing.print(rita, guid, client)
  expect(await problemOf(viewing.printPages(rita, guid, screen, client))).toBe('done')
  const otherBrowser = { ...rita, browserId: 'b2' }
  await viewing.open(otherBrowser, guid, client)
  expect(await problemOf(viewing.printPages(otherBrowser, guid, screen, client))).toBe('printFirst')
})

test(
  'a page was looked at when its picture was asked for: neither its screen nor a thumbnail is reading',
  { tags: ['engines'] },
  async () => {
    const guid = await addShare(world, owner, ['rita@example.net'])
    await viewing.open(rita, guid, client)
    await viewing.screen(rita, guid, screen, client)
    await viewing.pageImage(rita, guid, { number: 1, width: 200 }, client)
    await viewing.pageImage(rita, guid, picture, { ...client, isHead: true })
    expect(await kindsOf(world, guid)).toEqual(['View'])
    await viewing.pageImage(rita, guid, picture, client)
    expect(await kindsOf(world, guid)).toEqual(['View', 'Browse'])
  },
)

test(
  'one showing of a page is one record, however many sizes are asked for at once',
  { tags: ['engines'] },
  async () => {
    const guid = await addShare(world, owner, ['rita@example.net'])
    await viewing.open(rita, guid, client)
    const widths = [600, 800, 1200, 1600, 2400] as const
    await Promise.all(widths.map((width) => viewing.pageImage(rita, guid, { number: 1, width }, client)))
    expect(await kindsOf(world, guid)).toEqual(['View', 'Browse'])
    world.now += 60_000
    await viewing.pageImage(rita, guid, { ...picture, isAgain: true }, client)
    expect(await kindsOf(world, guid)).toEqual(['View', 'Browse'])
    await viewing.pageImage(rita, guid, picture, client)
    expect(await kindsOf(world, guid)).toEqual(['View', 'Browse', 'Browse'])
  },
)

describe('a refusal', () => {
  test(
    'is told once a minute for each reader and reason, also when 25 come at once',
    { tags: ['engines'] },
    async () => {
      const guid = await addShare(world, owner, ['rita@example.net'])
      const refused = () =>
        Promise.all(
          Array.from({ length: 25 }, () => problemOf(viewing.pageImage(rob, guid, picture, client))),
        )
      await refused()
      await viewing.screen(rob, guid, screen, client).catch(() => undefined)
      expect(await kindsOf(world, guid)).toEqual(['Refused'])
      world.now += 60_000
      await refused()
      expect(await kindsOf(world, guid)).toEqual(['Refused', 'Refused'])
    },
  )

  test('of someone unknown, of the owner, and for want of an opening, is no news', async () => {
    const guid = await addShare(world, owner, ['rita@example.net'])
    await problemOf(viewing.screen({ ...rita, readerEmail: null }, guid, screen, client))
    await problemOf(viewing.screen(rita, guid, screen, client))
    expect(await kindsOf(world, guid)).toEqual([])
  })

  test('of a proved person’s look is told, of anyone else’s is not', async () => {
    const guid = await addShare(world, owner, ['rita@example.net'], {
      share: { status: 'Killed', visibility: 'public' },
    })
    const nobody = { ...rita, readerEmail: null }
    await viewing.noteRefusedLook(await viewing.look(nobody, guid), client)
    expect(await kindsOf(world, guid)).toEqual([])
    await viewing.noteRefusedLook(await viewing.look(rita, guid), client)
    await viewing.noteRefusedLook(await viewing.look(rita, guid), client)
    expect(await kindsOf(world, guid)).toEqual(['Refused'])
  })
})

test('openings that no longer hold are swept away, their events stay', async () => {
  const guid = await addShare(world, owner, ['rita@example.net'])
  await viewing.open(rita, guid, client)
  world.now += 25 * 3_600_000
  await viewing.sweep()
  expect(await world.database.kysely.selectFrom('visit').selectAll().execute()).toEqual([])
  expect(await kindsOf(world, guid)).toEqual(['View'])
})
