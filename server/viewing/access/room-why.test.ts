import * as fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import type { User } from '#server/accounts/users.ts'
import { findItem, authorizeRoom } from '#server/rooms/access/authorize-room.ts'
import { RoomListing } from '#server/rooms/lists/listing.ts'
import { ViewAs } from '#server/rooms/rights/view-as.ts'
import { decide } from '#server/rules/sharing/policy.ts'
import { Problem } from '#server/rules/problems.ts'
import type { RuleCode } from '#server/rules/rooms/room-rights.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import type { Identity } from '#server/accounts/identity.ts'
import { addFile } from '#tests/support/unit/files.ts'
import { addMember, addRule, type Inside } from '#tests/support/unit/members.ts'
import { addItem, addRoom } from '#tests/support/unit/rooms.ts'
import { addUser } from '#tests/support/unit/users.ts'
import { openWorld, type World } from '#tests/support/unit/world.ts'
import { loadFacts } from './facts.ts'
import { RoomWhy, type ExplainedAct } from './room-why.ts'
import { budget, seed } from '#tests/support/world/budget.ts'

let world: World
let owner: User
let why: RoomWhy
let viewAs: ViewAs
let listing: RoomListing

beforeEach(async () => {
  world = await openWorld()
  owner = await addUser(world, 'owner@example.com')
  why = new RoomWhy(world)
  listing = new RoomListing(world)
  viewAs = new ViewAs(world)
})

const drawnRoom = fc.record({
  mayDownload: fc.nat(1),
  mayPrint: fc.nat(1),
  archived: fc.boolean(),
  items: fc.array(fc.record({ above: fc.nat(8), isFolder: fc.boolean(), isClosed: fc.boolean() }), {
    minLength: 4,
    maxLength: 8,
  }),
  members: fc.array(
    fc.record({
      role: fc.constantFrom(1 as const, 2 as const, 3 as const, 4 as const),
      prints: fc.constantFrom(-1, 0, 1),
      isSuspended: fc.boolean(),
      isOver: fc.boolean(),
      rules: fc.array(fc.record({ item: fc.nat(8), code: fc.constantFrom(-1, 0, 1, 2, 3, 4) }), {
        maxLength: 4,
      }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
})
type Drawn = typeof drawnRoom extends fc.Arbitrary<infer Value> ? Value : never
type Made = {
  guid: string
  items: { guid: string; isFolder: boolean }[]
  members: Inside[]
}

test('what is said of a member is what the gates decide, and what is shown is what the member finds', async () => {
  await fc.assert(
    fc.asyncProperty(drawnRoom, async (drawn) => {
      const made = await make(drawn)
      const { kysely } = world.database
      const ownerIdentity = { user: owner, readerEmail: null, browserId: 'owner' }
      const room = await authorizeRoom(kysely, ownerIdentity, made.guid, 'manage', world.now)
      for (const { memberGuid: member, ...identity } of made.members) {
        for (const item of made.items) {
          const { answers } = await why.find(room, member, item.guid)
          const said = answers.filter(({ obstacle }) => obstacle === null).map(({ act }) => act)
          expect(said).toEqual(await allowedActs(made.guid, item, identity))
        }
        await expectSameList(room, member, identity, made)
      }
    }),
    { numRuns: budget({ some: 8, all: 25 }), seed },
  )
})

/** What the policies themselves allow the member, who has entered. */
async function allowedActs(
  roomGuid: string,
  item: { guid: string; isFolder: boolean },
  identity: Identity,
): Promise<ExplainedAct[]> {
  const { kysely } = world.database
  const acts: ExplainedAct[] = []
  const found = await foundBy(roomGuid, identity, item.guid)
  if (item.isFolder) {
    if (found) acts.push('see')
    if (found?.powers.mayPrint) acts.push('print')
    if (found?.powers.mayDownload) acts.push('download')
    if (found?.powers.mayAdd && (await passes(roomGuid, identity, 'add'))) acts.push('add')
  } else {
    const facts = await loadFacts(kysely, identity, item.guid, world.now)
    for (const act of ['see', 'print', 'download'] as const)
      if (facts && decide(facts.policyFacts, act, world.now) === null) acts.push(act)
  }
  return acts
}

async function foundBy(roomGuid: string, identity: Identity, item: string) {
  const { kysely } = world.database
  try {
    return await findItem(kysely, await authorizeRoom(kysely, identity, roomGuid, 'browse', world.now), item)
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}

function passes(roomGuid: string, identity: Identity, act: 'add'): Promise<boolean> {
  return authorizeRoom(world.database.kysely, identity, roomGuid, act, world.now).then(
    () => true,
    () => false,
  )
}

/** All folders as they are shown for the member, against what the member really gets. */
async function expectSameList(
  room: RoomAccess,
  member: string,
  identity: Identity,
  made: Made,
): Promise<void> {
  const [shown, own] = [new Set<string>(), new Set<string>()]
  const waiting = [room.guid]
  for (let folder = waiting.pop(); folder; folder = waiting.pop()) {
    const { place } = await viewAs.folder(room, member, folder)
    const range = { page: 1, pageSize: 100, sort: 'order' as const, news: null, countTo: 100 }
    const { rows } = place ? await listing.list(place, range) : { rows: [] }
    for (const { guid, kind } of rows) {
      shown.add(guid)
      if (kind === 'folder') waiting.push(guid)
    }
  }
  for (const { guid } of made.items) if (await foundBy(room.guid, identity, guid)) own.add(guid)
  expect([...shown].sort()).toEqual([...own].sort())
}

async function make(drawn: Drawn): Promise<Made> {
  const { now } = world
  const guid = await addRoom(world, owner)
  const { mayDownload, mayPrint, archived } = drawn
  const settings = {
    may_download: mayDownload as 0 | 1,
    may_print: mayPrint as 0 | 1,
    archived_at: archived ? now : null,
  }
  await world.database.kysely.updateTable('room').set(settings).where('guid', '=', guid).execute()
  const items: Made['items'] = []
  for (const [at, { above, isFolder, isClosed }] of drawn.items.entries()) {
    const folders = [guid, ...items.filter((item) => item.isFolder).map((item) => item.guid)]
    const item = {
      roomGuid: guid,
      parentGuid: folders[above % folders.length]!,
      name: `item ${at}`,
      fileGuid: isFolder ? null : await addFile(world, owner, { room_guid: guid }),
      isClosed: isFolder && isClosed,
    }
    items.push({ guid: await addItem(world, item), isFolder })
  }
  const members: Made['members'] = []
  for (const [at, one] of drawn.members.entries()) {
    const limits = { allowed_print: one.prints, expires_at: one.isOver ? now - 1 : null }
    const member = await addMember(world, guid, `member${at}-${guid}@example.net`, one.role, limits)
    const suspended = { suspended_at: one.isSuspended ? now : null }
    await world.database.kysely
      .updateTable('member')
      .set(suspended)
      .where('guid', '=', member.memberGuid)
      .execute()
    // The first rule that applies to one item.
    const rules = new Map<string, RuleCode>()
    for (const { item, code } of one.rules.toReversed())
      rules.set(items[item % items.length]!.guid, code as RuleCode)
    for (const [item, code] of rules) await addRule(world, member, item, code)
    members.push(member)
  }
  return { guid, items, members }
}
