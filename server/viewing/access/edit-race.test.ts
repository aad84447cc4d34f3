// @module-tag engines
import { beforeEach, expect, test } from 'vitest'
import type { User } from '#server/accounts/users.ts'
import { Onboarding } from '#server/accounts/registering/onboarding.ts'
import { decide } from '#server/rules/sharing/policy.ts'
import { Editing } from '#server/shares/editing.ts'
import { Invitations } from '#server/shares/sending/invitations.ts'
import { Recipients } from '#server/shares/people/people.ts'
import { Tracking } from '#server/tracking/tracking.ts'
import { kindsOf } from '#tests/support/unit/events.ts'
import { addShare } from '#tests/support/unit/shares.ts'
import { addUser } from '#tests/support/unit/users.ts'
import { client, openWorld, type World } from '#tests/support/unit/world.ts'
import { loadFacts, type ShareAccess } from './facts.ts'
import type { Identity } from '#server/accounts/identity.ts'
import { openShare } from '#server/viewing/entry/opening.ts'

const email = 'rita@example.net'
const rita: Identity = { user: null, readerEmail: email, browserId: 'rita' }

let world: World
let owner: User
let tracking: Tracking
let editing: Editing
let recipients: Recipients
let guid: string

beforeEach(async () => {
  world = await openWorld()
  owner = await addUser(world, 'owner@example.com')
  tracking = new Tracking(world)
  const invitations = new Invitations(world)
  editing = new Editing({ ...world, invitations, words: {}, canShow: () => true })
  recipients = new Recipients({ ...world, invitations })
  guid = await addShare(world, owner, [email, 'rob@example.net'])
})

async function found(): Promise<ShareAccess> {
  return (await loadFacts(world.database.kysely, rita, guid, world.now))!
}

function open(as: ShareAccess): Promise<boolean> {
  const onboarding = new Onboarding(world)
  return openShare({ ...world, onboarding }, rita, as, client)
}

/** Gives the file a minute of reading and removes downloading, as one edit. */
async function edit(revision: number) {
  const { state } = await editing.find(owner, guid)
  const protections = { ...state.protections, mayDownload: false, destructSeconds: 60 }
  return editing.update(owner, guid, { ...state, protections, added: '', removed: [] }, revision)
}

test('an opening that saw the share before an edit does not begin; asked again it begins under the edit', async () => {
  const before = await found()
  await edit(before.revision)
  expect(await open(before)).toBe(false)
  expect(await kindsOf(world, guid)).toEqual(['Changed'])
  expect((await found()).policyFacts.firstViewedAt).toBeNull()
  const after = await found()
  expect(after.policyFacts).toMatchObject({ destructSeconds: 60, mayDownload: false })
  expect(await open(after)).toBe(true)
  expect(await kindsOf(world, guid)).toEqual(['Changed', 'View'])
})

test('an edit after an opening holds for it from then on', async () => {
  const before = await found()
  expect(await open(before)).toBe(true)
  await edit(before.revision)
  expect(await kindsOf(world, guid)).toEqual(['View', 'Changed'])
  expect(decide((await found()).policyFacts, 'download', world.now)).toBe('downloadNotAllowed')
  world.now += 60_000
  expect(decide((await found()).policyFacts, 'see', world.now)).toBe('destructed')
})

test('of an edit and an opening at once the one that comes second sees the other, whole', async () => {
  for (let round = 0; round < 20; round++) {
    guid = await addShare(world, owner, [email, 'rob@example.net'])
    const before = await found()
    const both = [() => edit(before.revision), () => open(before)]
    const [one, other] = round % 2 === 0 ? both : both.toReversed()
    const answers = await Promise.all([one!(), other!()])
    const opened = answers.find((answer) => typeof answer === 'boolean')
    expect(await kindsOf(world, guid)).toEqual(opened ? ['View', 'Changed'] : ['Changed'])
    expect(await tracking.verify(guid)).toBeNull()
  }
})

test('a reader opening the file while it is taken away either opened before, or not at all', async () => {
  for (let round = 0; round < 10; round++) {
    guid = await addShare(world, owner, [email])
    const before = await found()
    const taken = () => recipients.revoke(owner, guid, before.recipientGuid!)
    const [opened] =
      round % 2 === 0
        ? await Promise.all([open(before), taken()])
        : (await Promise.all([taken(), open(before)])).toReversed()
    expect(await kindsOf(world, guid)).toEqual(opened ? ['View', 'Revoked'] : ['Revoked'])
    expect(decide((await found()).policyFacts, 'open', world.now)).toBe('notRecipient')
  }
})
