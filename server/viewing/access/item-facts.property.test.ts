import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { User } from '#server/accounts/users.ts'
import { readerKey, type Identity } from '#server/accounts/identity.ts'
import { newGuid } from '#server/db/guid.ts'
import { decide, type Act } from '#server/rules/sharing/policy.ts'
import type { App } from '#tests/support/world/app.ts'
import { randomRooms, writeRandomRoom, type RandomRoom } from '#tests/screens/rooms/random-room.ts'
import {
  comesIn,
  mayDownload,
  mayPrint,
  mayRead,
  type ModelItem,
  type ModelPerson,
  type ModelRoom,
} from '#tests/screens/rooms/room-model.ts'
import { addFile } from '#tests/support/unit/files.ts'
import { addTeam } from '#tests/support/unit/teams.ts'
import { addTerms } from '#tests/support/unit/terms.ts'
import { addUser } from '#tests/support/unit/users.ts'
import { openWorld, type World } from '#tests/support/unit/world.ts'
import { loadFacts } from './facts.ts'
import { budget, seed } from '#tests/support/world/budget.ts'

const emails = ['mia@example.net', 'carl@example.org'] as const
/** What can be requested of a file in a room; it is neither forwarded nor commented on. */
const acts = ['open', 'see', 'readText', 'print', 'seePrint', 'download'] as const satisfies Act[]

const teamGuid = 'c'.repeat(32)
const inTeam = { team_guid: teamGuid, team_role: 2, invite_status: 'Active' } as const

let world: World
let owner: User
let termsGuid: string
let sample: { guid: string }
let accounts: Map<string, Identity['user']>

beforeAll(async () => {
  world = await openWorld()
  owner = await addUser(world, 'owner@example.com')
  const { kysely } = world.database
  const guid = await addFile(world, owner)
  sample = { guid }
  await kysely.insertInto('page').values({ file_guid: guid, number: 1, width: 600, height: 800 }).execute()
  termsGuid = await addTerms(world, null)
  await addTeam(world, teamGuid)
  await kysely.updateTable('user').set(inTeam).where('guid', '=', owner.guid).execute()
  accounts = new Map([[owner.email, owner]])
  for (const email of emails) accounts.set(email, await addUser(world, email))
})
afterAll(() => world.close())

const often = <Value>(value: Value, ...others: Value[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(value) }, ...others.map((other) => fc.constant(other)))

/** What applies to the room as a whole, and to each of the two people in it. */
const circumstances = fc.record({
  isInTrash: often(false, false, true),
  isArchived: fc.boolean(),
  isOwnerSuspended: often(false, true),
  end: often<'none' | 'ahead' | 'over' | 'destructed'>('none', 'ahead', 'over', 'destructed'),
  mayReadText: fc.boolean(),
  hasTerms: fc.boolean(),
  people: fc.tuple(circumstancesOfPerson(), circumstancesOfPerson()),
})

function circumstancesOfPerson() {
  return fc.record({
    hasAccount: fc.boolean(),
    isInTeam: often(true, false),
    visit: often<'none' | 'now' | 'yesterday'>('now', 'none', 'yesterday'),
    hasAccepted: fc.boolean(),
    prints: fc.constantFrom(-1, 0, 2),
    spent: fc.constantFrom(0, 1, 2),
  })
}
type Circumstances = typeof circumstances extends fc.Arbitrary<infer Value> ? Value : never
type OfPerson = Circumstances['people'][number]

test('who can do what with each file of a room is the same when it is said a second time', async () => {
  await fc.assert(
    fc.asyncProperty(randomRooms(emails.length), circumstances, async (random, around) => {
      const room = await write(random, around)
      for (const person of room.people) {
        const own = around.people[emails.findIndex((email) => email === person.email)]
        const identity = identityOf(person, own)
        for (const item of room.items.filter(({ isFolder }) => !isFolder)) {
          const found = await loadFacts(world.database.kysely, identity, item.guid, world.now)
          const allowed = acts.filter((act) => found && decide(found.policyFacts, act, world.now) === null)
          expect(allowed).toEqual(expected(room, around, { person, own, item }))
        }
      }
    }),
    { numRuns: budget({ some: 60, all: 220 }), seed },
  )
})

/** The room's effect on the owner, a co-owner or a member, expressed without the policy. */
function expected(
  room: ModelRoom,
  around: Circumstances,
  { person: written, own, item }: { person: ModelPerson; own: OfPerson | undefined; item: ModelItem },
): Act[] {
  const person = own && !own.isInTeam ? outOfTeam(written) : written
  if (around.isInTrash || !comesIn(person) || !mayRead(room, person, item)) return []
  if (!own) return [...acts]
  if (around.isOwnerSuspended) return []
  if (person.role === 5 && own.hasAccount) return [...acts]
  if (around.end === 'over' || around.end === 'destructed') return []
  if (own.visit !== 'now') return around.hasTerms && !own.hasAccepted ? [] : ['open']
  const group = person.group === null ? -1 : 1
  const allowed = own.prints >= 0 ? own.prints : group
  const isLeft = allowed < 0 || own.spent < allowed
  const prints = mayPrint(room, person, item)
  const may: Record<(typeof acts)[number], boolean> = {
    open: true,
    see: true,
    readText: around.mayReadText,
    print: prints && isLeft,
    seePrint: prints,
    download: mayDownload(room, person, item),
  }
  return acts.filter((act) => may[act])
}

/** A co-owner who is not in the owner's team is a contributor, and has no group's role. */
function outOfTeam(person: ModelPerson): ModelPerson {
  if (person.role !== 5) return person
  return { ...person, role: 4, group: person.group && { ...person.group, role: 4 } }
}

function identityOf({ email }: ModelPerson, own: OfPerson | undefined): Identity {
  if (!own || own.hasAccount) return { user: accounts.get(email)!, readerEmail: null, browserId: email }
  return { user: null, readerEmail: email, browserId: email }
}

async function write(random: RandomRoom, around: Circumstances): Promise<ModelRoom> {
  const { database, clock, now } = world
  const { kysely } = database
  const sessions = { start: async () => ({ id: '' }), find: async () => ({ user: owner }) }
  const app = { strongroom: { services: { database, clock, accounts: { sessions } } } } as unknown as App
  const room = await writeRandomRoom(app, random, { ownerEmail: owner.email, emails, sample })
  await kysely
    .updateTable('room')
    .set({
      binned_at: around.isInTrash ? now : null,
      archived_at: around.isArchived ? now : null,
      destruct_seconds: { none: -1, ahead: 0, over: 0, destructed: 60 }[around.end],
      expires_at: { none: null, ahead: now + 1, over: now - 1, destructed: null }[around.end],
      may_read_text: around.mayReadText ? 1 : 0,
      terms_mode: around.hasTerms ? 'custom' : 'off',
      terms_guid: around.hasTerms ? termsGuid : null,
    })
    .where('guid', '=', room.guid)
    .execute()
  await kysely
    .updateTable('user')
    .set({ status: around.isOwnerSuspended ? 'Suspended' : 'Active' })
    .where('guid', '=', owner.guid)
    .execute()
  await kysely
    .updateTable('room_group')
    .set({ allowed_print: 1 })
    .where('room_guid', '=', room.guid)
    .execute()
  for (const person of room.people) {
    const own = around.people[emails.findIndex((email) => email === person.email)]
    if (own && person.guid !== '') await writeCircumstances(room, person, own)
  }
  return room
}

async function writeCircumstances(room: ModelRoom, person: ModelPerson, own: OfPerson): Promise<void> {
  const { now } = world
  const { kysely } = world.database
  await kysely
    .updateTable('user')
    .set(own.isInTeam ? inTeam : { team_guid: null, team_role: null })
    .where('email', '=', person.email)
    .execute()
  await kysely
    .updateTable('member')
    .set({ allowed_print: own.prints, first_entered_at: now - 60_001, added_at: now - 2 * 86_400_000 })
    .where('guid', '=', person.guid)
    .execute()
  const startedAt = own.visit === 'now' ? now : now - 86_400_000
  const visit = {
    guid: newGuid(),
    share_guid: null,
    room_guid: room.guid,
    member_guid: person.guid,
    reader_key: readerKey(identityOf(person, own)),
    recipient_guid: null,
    measured_until: null,
    started_at: startedAt,
    seen_at: startedAt,
  }
  if (own.visit !== 'none') await kysely.insertInto('visit').values(visit).execute()
  const acceptance = {
    guid: newGuid(),
    room_guid: room.guid,
    member_guid: person.guid,
    email: person.email,
    terms_guid: termsGuid,
    sha256: 'f'.repeat(64),
    accepted_at: now,
    ip: '',
    user_agent: '',
  }
  if (own.hasAccepted) await kysely.insertInto('room_acceptance').values(acceptance).execute()
  const files = room.items.filter(({ isFolder }) => !isFolder)
  if (own.spent === 0 || files.length === 0) return
  const spent = files.map(({ guid }) => ({
    member_guid: person.guid,
    item_guid: guid,
    prints_spent: own.spent,
  }))
  await kysely.insertInto('member_print').values(spent).execute()
}
