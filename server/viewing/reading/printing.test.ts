// @module-tag engines
import { beforeEach, expect, test } from 'vitest'
import type { User } from '#server/accounts/users.ts'
import { Onboarding } from '#server/accounts/registering/onboarding.ts'
import { Problem } from '#server/rules/problems.ts'
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
import { openShare } from '#server/viewing/entry/opening.ts'
import { Viewing } from './viewing.ts'

let world: World
let owner: User
let viewing: Viewing
const rita: Identity = { user: null, readerEmail: 'rita@example.net', browserId: 'b1' }
const sam: Identity = { ...rita, readerEmail: 'sam@example.net', browserId: 'b2' }
const visitors: Identity[] = ['b3', 'b4'].map((browserId) => ({ user: null, readerEmail: null, browserId }))

beforeEach(async () => {
  world = await openWorld()
  owner = await addUser(world, 'owner@example.com')
  viewing = new Viewing({
    ...world,
    tracking: new Tracking(world),
    onboarding: new Onboarding(world),
    rendering: {} as Rendering,
    markedCopies: {} as MarkedCopies,
    vault: {} as Vault,
  })
})

/** The outcome of each attempt to print, in order. */
async function print(guid: string, readers: Identity[]): Promise<string[]> {
  const tries = await Promise.allSettled(readers.map((reader) => viewing.print(reader, guid, client)))
  return tries.map((one) => {
    if (one.status === 'fulfilled') return 'printed'
    if (one.reason instanceof Problem) return one.reason.problem
    throw one.reason
  })
}

test('of two who want the last copy one gets it, and the record shows one', async () => {
  const guid = await addShare(world, owner, ['rita@example.net'], { share: { print_count: 2 } })
  await viewing.open(rita, guid, client)
  expect(await print(guid, [rita])).toEqual(['printed'])
  expect((await print(guid, [rita, rita, rita])).toSorted()).toEqual([
    'printed',
    'printsUsedUp',
    'printsUsedUp',
  ])
  expect((await kindsOf(world, guid)).filter((kind) => kind === 'Print')).toHaveLength(2)
})

test('each person on the list has an own allowance, visitors of a link have one together', async () => {
  const named = await addShare(world, owner, ['rita@example.net', 'sam@example.net'], {
    share: { print_count: 1 },
  })
  for (const reader of [rita, sam]) await viewing.open(reader, named, client)
  expect(await print(named, [rita, sam])).toEqual(['printed', 'printed'])
  const link = await addShare(world, owner, [], { share: { print_count: 1, visibility: 'public' } })
  for (const visitor of visitors) await viewing.open(visitor, link, client)
  expect((await print(link, visitors)).toSorted()).toEqual(['printed', 'printsUsedUp'])
})

test('an opening that began before an edit records nothing; the gate is asked again', async () => {
  const guid = await addShare(world, owner, ['rita@example.net'], { share: { destruct_seconds: 60 } })
  const stale = await loadFacts(world.database.kysely, rita, guid, world.now)
  await world.database.kysely.updateTable('share').set({ revision: 1, status: 'Killed' }).execute()
  const deps = { ...world, tracking: new Tracking(world), onboarding: new Onboarding(world) }
  expect(await openShare(deps, rita, stale!, client)).toBe(false)
  expect(await kindsOf(world, guid)).toEqual([])
  expect(await world.database.kysely.selectFrom('visit').selectAll().execute()).toEqual([])
  await expect(viewing.open(rita, guid, client)).rejects.toMatchObject({ problem: 'killed' })
})
