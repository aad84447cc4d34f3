// @module-tag engines
import { beforeEach, describe, expect, test } from 'vitest'
import type { User } from '#server/accounts/users.ts'
import { Onboarding } from '#server/accounts/registering/onboarding.ts'
import { Tracking } from '#server/tracking/tracking.ts'
import { teamRoles } from '#server/rules/accounts/team-roles.ts'
import { writeTerms } from '#server/teams/terms-rows.ts'
import { kindsOf } from '#tests/support/unit/events.ts'
import { addShare } from '#tests/support/unit/shares.ts'
import { addTeam } from '#tests/support/unit/teams.ts'
import { addUser } from '#tests/support/unit/users.ts'
import { client, openWorld, type World } from '#tests/support/unit/world.ts'
import { loadFacts, openingHolds } from './facts.ts'
import type { Identity } from '#server/accounts/identity.ts'
import { openShare } from '#server/viewing/entry/opening.ts'

let world: World
let owner: User
const stranger: Identity = { user: null, readerEmail: null, browserId: 'b1' }
const rita: Identity = { ...stranger, readerEmail: 'rita@example.net' }

beforeEach(async () => {
  world = await openWorld()
  owner = await addUser(world, 'owner@example.com')
})

const factsOf = (identity: Identity, guid: string) =>
  loadFacts(world.database.kysely, identity, guid, world.now)

async function open(identity: Identity, guid: string): Promise<void> {
  const deps = { ...world, tracking: new Tracking(world), onboarding: new Onboarding(world) }
  const found = await factsOf(identity, guid)
  await openShare(deps, identity, found!, client)
}

describe('who someone is to a share', () => {
  test.each([
    ['people', 'nobody known', stranger, 'unknown'],
    ['people', 'a listed address', rita, 'recipient'],
    ['people', 'another address', { ...stranger, readerEmail: 'rob@example.net' }, 'other'],
    ['public', 'nobody known', stranger, 'link visitor'],
    ['public', 'a listed address', rita, 'recipient'],
    ['public', 'another address', { ...stranger, readerEmail: 'rob@example.net' }, 'link visitor'],
  ] as const)('on a share for %s, %s', async (visibility, _, identity, relationship) => {
    const guid = await addShare(world, owner, ['rita@example.net'], { share: { visibility } })
    expect((await factsOf(identity, guid))?.policyFacts.relationship).toBe(relationship)
  })

  test('the owner is the owner, even with a listed address verified', async () => {
    const guid = await addShare(world, owner, ['rita@example.net'])
    expect((await factsOf({ ...rita, user: owner }, guid))?.policyFacts.relationship).toBe('owner')
  })

  test('of two listed addresses the account’s counts, whichever was added first', async () => {
    const user = await addUser(world, 'rob@example.net')
    for (const list of [
      ['rita@example.net', 'rob@example.net'],
      ['rob@example.net', 'rita@example.net'],
    ]) {
      const guid = await addShare(world, owner, list)
      expect((await factsOf({ ...rita, user }, guid))?.email).toBe('rob@example.net')
    }
  })

  test('an account that is not listed reads under the address that it proved beside', async () => {
    const user = await addUser(world, 'ulrich@example.net')
    const guid = await addShare(world, owner, ['rita@example.net'])
    expect(await factsOf({ ...rita, user }, guid)).toMatchObject({
      email: 'rita@example.net',
      policyFacts: { relationship: 'recipient' },
    })
  })

  test('there is nothing to know of a share that does not exist', async () => {
    expect(await factsOf(rita, 'f'.repeat(32))).toBeNull()
  })
})

describe('an opening', () => {
  test('holds in the browser that opened it, for the person who opened it, for 12 hours', async () => {
    const guid = await addShare(world, owner, ['rita@example.net', 'rob@example.net'])
    await open(rita, guid)
    const isOpened = async (identity: Identity) => (await factsOf(identity, guid))?.policyFacts.isOpened
    expect(await isOpened(rita)).toBe(true)
    expect(await isOpened({ ...rita, browserId: 'b2' })).toBe(false)
    expect(await isOpened({ ...rita, readerEmail: 'rob@example.net' })).toBe(false)
    world.now += openingHolds - 1
    expect(await isOpened(rita)).toBe(true)
    world.now += 1
    expect(await isOpened(rita)).toBe(false)
  })

  test('of a link visitor does not open it for a named person at the same browser, nor the other way', async () => {
    const guid = await addShare(world, owner, ['rita@example.net'], { share: { visibility: 'public' } })
    await open(stranger, guid)
    expect((await factsOf(rita, guid))?.policyFacts.isOpened).toBe(false)
    await open(rita, guid)
    expect((await factsOf({ ...stranger, browserId: 'b1' }, guid))?.policyFacts.isOpened).toBe(true)
  })

  test('starts the clock of its recipient only; on a link for anyone the link’s', async () => {
    const named = await addShare(world, owner, ['rita@example.net', 'rob@example.net'])
    await open(rita, named)
    const rob = { ...stranger, readerEmail: 'rob@example.net' }
    expect((await factsOf(rita, named))?.policyFacts.firstViewedAt).toBe(world.now)
    expect((await factsOf(rob, named))?.policyFacts.firstViewedAt).toBeNull()
    const link = await addShare(world, owner, ['rita@example.net'], { share: { visibility: 'public' } })
    await open(stranger, link)
    const start = world.now
    world.now += 60_000
    expect((await factsOf(rita, link))?.policyFacts.firstViewedAt).toBe(start)
    await open(rita, link)
    expect((await factsOf(rita, link))?.policyFacts.firstViewedAt).toBe(start)
  })

  test('twice at once starts one clock', async () => {
    const guid = await addShare(world, owner, ['rita@example.net'])
    await Promise.all([open(rita, guid), open({ ...rita, browserId: 'b2' }, guid)])
    expect(await kindsOf(world, guid)).toEqual(['View', 'View'])
    expect((await factsOf(rita, guid))?.policyFacts.firstViewedAt).toBe(world.now)
  })

  test('within ten minutes of the last sign of life goes on with the visit', async () => {
    const guid = await addShare(world, owner, ['rita@example.net'])
    await open(rita, guid)
    const first = (await factsOf(rita, guid))?.visit?.guid
    world.now += 10 * 60_000 - 1
    await open(rita, guid)
    expect((await factsOf(rita, guid))?.visit?.guid).toBe(first)
    world.now += 10 * 60_000
    await open(rita, guid)
    expect((await factsOf(rita, guid))?.visit?.guid).not.toBe(first)
    expect(await kindsOf(world, guid)).toEqual(['View', 'View'])
  })
})

describe('the terms of a team', () => {
  beforeEach(async () => {
    for (const team of ['acme', 'bolt']) await addTeam(world, team)
  })

  async function write(team: string, version: number): Promise<string> {
    const { database, now } = world
    const text = `Version ${version} of ${team}`
    return database.transaction((tx) => writeTerms(tx, { text, teamGuid: team, version, now }))
  }

  async function join(team: string | null, invite_status: 'Active' | 'Pending' = 'Active'): Promise<void> {
    const { kysely } = world.database
    const row = { team_guid: team, team_role: team === null ? null : teamRoles.member, invite_status }
    await kysely.updateTable('user').set(row).where('guid', '=', owner.guid).execute()
  }

  test('that applied at sending still apply when the owner leaves it, and give way to those of their next team', async () => {
    await join('acme')
    const first = await write('acme', 1)
    const guid = await addShare(world, owner, ['rita@example.net'], {
      share: { terms_mode: 'team', terms_guid: first },
    })
    const wanted = async () => {
      const found = await factsOf(rita, guid)
      expect(found!.policyFacts.owesTerms).toBe(true)
      return found!.termsGuid
    }
    expect(await wanted()).toBe(first)
    const second = await write('acme', 2)
    expect(await wanted()).toBe(second)
    await join(null)
    expect(await wanted()).toBe(first)
    await join('bolt')
    expect(await wanted()).toBe(first)
    const other = await write('bolt', 1)
    expect(await wanted()).toBe(other)
    // Someone who was only invited is not a member.
    await join('bolt', 'Pending')
    expect(await wanted()).toBe(first)
  })
})
