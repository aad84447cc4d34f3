import * as fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import type { User } from '#server/accounts/users.ts'
import { Onboarding } from '#server/accounts/registering/onboarding.ts'
import { acts, decide } from '#server/rules/sharing/policy.ts'
import { Problem, type ProblemName } from '#server/rules/problems.ts'
import type { MarkedCopies } from '#server/rendering/watermark/marked-copies.ts'
import type { Rendering } from '#server/rendering/rendering.ts'
import { FileKey } from '#server/storage/keys/file-key.ts'
import type { Vault } from '#server/storage/vault.ts'
import { Tracking } from '#server/tracking/tracking.ts'
import { addShare } from '#tests/support/unit/shares.ts'
import { addAcceptance, addIntroduction, addTerms } from '#tests/support/unit/terms.ts'
import { addUser } from '#tests/support/unit/users.ts'
import { client, openWorld, type World } from '#tests/support/unit/world.ts'
import { loadFacts } from './facts.ts'
import {
  expectedAnswer,
  noteOpening,
  notePrint,
  readerOf,
  type ModelPerson,
  type ModelShare,
} from './policy-model.ts'
import { holderHash, holdKey } from '#server/viewing/entry/held-keys.ts'
import { readerKey, type Identity } from '#server/accounts/identity.ts'
import { Viewing } from '#server/viewing/reading/viewing.ts'
import { budget, seed } from '#tests/support/world/budget.ts'

const stepsOfStory = 25
const stories = budget({ some: 40, all: 400 })
const listed = ['rita@example.net', 'sam@example.net'] as const
type Person = ModelPerson & { identity: Identity }

let world: World
let owner: User
let viewing: Viewing
let people: Person[]
let termsGuid: string
const fileKey = FileKey.make()

beforeEach(async () => {
  world = await openWorld()
  owner = await addUser(world, 'owner@example.com')
  const rendering = { warm: () => undefined } as unknown as Rendering
  viewing = new Viewing({
    ...world,
    tracking: new Tracking(world),
    onboarding: new Onboarding(world),
    rendering,
    markedCopies: {} as MarkedCopies,
    vault: {} as Vault,
  })
  people = [
    { ...person('owner', null), isOwner: true, identity: { ...identity('owner', null), user: owner } },
    person('b1', 'rita@example.net'),
    { ...person('b2', 'rita@example.net'), identity: await withAccount('b2', 'rita@example.net') },
    person('b3', 'sam@example.net'),
    person('b4', 'zoe@example.net'),
    person('b5', null),
    person('b6', null),
  ]
  termsGuid = await addTerms(world, owner)
})

function person(browser: string, email: string | null): Person {
  return { browser, email, isOwner: false, identity: identity(browser, email) }
}

function identity(browserId: string, readerEmail: string | null): Identity {
  return { user: null, readerEmail, browserId, keyHolder: `secret of ${browserId}` }
}

async function withAccount(browserId: string, email: string): Promise<Identity> {
  return { ...identity(browserId, null), user: await addUser(world, email) }
}

/** A moment of a story: time passes, someone does something, and then someone requests everything. */
const anyone = fc.integer({ min: 0, max: 6 })
const oneListed = fc.constantFrom(...listed)
const wait = fc.oneof(
  fc.integer({ min: 0, max: 2000 }),
  fc.constantFrom(59_999, 60_000, 600_000, 600_001, 3_600_000, 12 * 3_600_000, 12 * 3_600_000 + 1),
)
const ends = fc.option(fc.integer({ min: -1, max: 120 }).map((seconds) => seconds * 1000))
const deed = fc.oneof(
  { weight: 6, arbitrary: fc.record({ does: fc.constant('open' as const), who: anyone }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('print' as const), who: anyone }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constantFrom('accept' as const, 'giveName' as const, 'givePasskey' as const),
      who: anyone,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constantFrom('unshared' as const, 'inTrash' as const, 'ownerSuspended' as const),
      is: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constantFrom('removed' as const, 'viewOnly' as const),
      email: oneListed,
      is: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('ownEnd' as const), email: oneListed, ends }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('edit' as const),
      choices: fc.record({
        mayDownload: fc.boolean(),
        mayPrint: fc.boolean(),
        copies: fc.constantFrom(-1, 0, 1, 2),
        isWebView: fc.boolean(),
        mayReadText: fc.boolean(),
        asksName: fc.boolean(),
        hasTerms: fc.boolean(),
        hasPasskey: fc.integer({ min: 0, max: 4 }).map((dice) => dice === 0),
        audience: fc.constantFrom('people' as const, 'anyone' as const),
        end: fc.oneof(
          fc.constant(null),
          fc.record({ destructSeconds: fc.constantFrom(60, 3600) }),
          fc.record({ expiresIn: fc.integer({ min: -1, max: 120 }).map((seconds) => seconds * 1000) }),
        ),
      }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('pages' as const),
      status: fc.constantFrom(
        'In Progress' as const,
        'Rendered' as const,
        'Rendered' as const,
        'Error' as const,
      ),
    }),
  },
)
type Deed = typeof deed extends fc.Arbitrary<infer Value> ? Value : never
const story = fc.array(fc.record({ wait, deed, asks: anyone }), {
  minLength: stepsOfStory,
  maxLength: stepsOfStory,
})

test(`the gate answers as its model does, in ${stories * stepsOfStory} moments of shares`, async () => {
  let moments = 0
  await fc.assert(
    fc.asyncProperty(story, async (steps) => {
      await setOwner('Active')
      const guid = await addShare(world, owner, [...listed])
      const model = newModel()
      for (const step of steps) {
        world.now += step.wait
        const told = await carryOut(guid, model, step.deed)
        expect(told.real, JSON.stringify(step.deed)).toEqual(told.expected)
        const asking = people[step.asks]!
        expect(await allAnswers(guid, asking)).toEqual(allExpected(model, asking))
        moments++
      }
    }),
    { numRuns: stories, seed },
  )
  expect(moments).toBe(stories * stepsOfStory)
})

function newModel(): ModelShare {
  return {
    audience: 'people',
    hasPasskey: false,
    mayDownload: true,
    mayPrint: true,
    copies: -1,
    isWebView: true,
    mayReadText: false,
    asksName: false,
    hasTerms: false,
    destructSeconds: -1,
    expiresAt: null,
    isUnshared: false,
    isInTrash: false,
    ownerIsActive: true,
    pages: 'Rendered',
    list: new Map(listed.map((email) => [email, { isRemoved: false, isViewOnly: false, endsAt: null }])),
    readers: new Map(),
    visits: new Map(),
    keys: new Map(),
    linkFirstOpenedAt: null,
    linkPrints: 0,
  }
}

type Answers = Record<string, ProblemName | null>

async function allAnswers(guid: string, { identity: who }: Person): Promise<Answers> {
  const found = await loadFacts(world.database.kysely, who, guid, world.now)
  return Object.fromEntries(acts.map((act) => [act, decide(found!.policyFacts, act, world.now)]))
}

function allExpected(model: ModelShare, who: Person): Answers {
  return Object.fromEntries(acts.map((act) => [act, expectedAnswer(model, who, act, world.now)]))
}

type Told = { real: ProblemName | null; expected: ProblemName | null }
const nothing: Told = { real: null, expected: null }

/** Applies it to the share and to the model; answers what both told a reader. */
async function carryOut(guid: string, model: ModelShare, done: Deed): Promise<Told> {
  if (!('who' in done)) {
    await change(guid, model, done)
    return nothing
  }
  const who = people[done.who]!
  if (done.does === 'open' || done.does === 'print') return tryAct(guid, model, who, done.does)
  if (done.does === 'givePasskey') await holdTheKey(guid, model, who)
  else await introduce(guid, model, who, done.does)
  return nothing
}

async function tryAct(guid: string, model: ModelShare, who: Person, act: 'open' | 'print'): Promise<Told> {
  const expected = expectedAnswer(model, who, act, world.now)
  const real = await viewing[act](who.identity, guid, client).then(
    () => null,
    (error: unknown) => {
      if (error instanceof Problem) return error.problem
      throw error
    },
  )
  if (expected === null && act === 'open') noteOpening(model, who, world.now)
  if (expected === null && act === 'print') notePrint(model, who, world.now)
  return { real, expected }
}

/** Like unlocking does: the browser holds the key for twelve hours. */
async function holdTheKey(
  guid: string,
  model: ModelShare,
  { identity: who, browser }: Person,
): Promise<void> {
  const endsAt = world.now + 12 * 3_600_000
  model.keys.set(browser, endsAt)
  const { half, lockedKey } = holdKey(who, who.keyHolder!, guid, fileKey)
  const row = { half, locked_key: lockedKey, created_at: world.now, ends_at: endsAt }
  await world.database.kysely
    .insertInto('held_key')
    .values({ holder_hash: holderHash(who), share_guid: guid, reader_key: readerKey(who), ...row })
    .onConflict((conflict) => conflict.columns(['holder_hash', 'share_guid']).doUpdateSet(row))
    .execute()
}

async function introduce(
  guid: string,
  model: ModelShare,
  who: Person,
  does: 'accept' | 'giveName',
): Promise<void> {
  const found = await loadFacts(world.database.kysely, who.identity, guid, world.now)
  const model_ = readerOf(model, who)
  if (does === 'accept') {
    model_.hasAccepted = true
    await addAcceptance(world, guid, found!, termsGuid)
    return
  }
  model_.hasName = true
  await addIntroduction(world, guid, found!, ['Ann', 'Example'])
}

type Change = Exclude<Deed, { who: number }>

async function change(guid: string, model: ModelShare, done: Change): Promise<void> {
  const { kysely } = world.database
  const share = kysely.updateTable('share').where('guid', '=', guid)
  if ('email' in done) {
    await changePerson(guid, model, done)
  } else if ('choices' in done) {
    await edit(guid, model, done.choices)
  } else if (done.does === 'unshared') {
    model.isUnshared = done.is
    await share.set({ status: done.is ? 'Killed' : 'Active' }).execute()
  } else if (done.does === 'inTrash') {
    model.isInTrash = done.is
    await share.set({ binned_at: done.is ? world.now : null }).execute()
  } else if (done.does === 'pages') {
    model.pages = done.status
    const file = kysely.selectFrom('share').select('file_guid').where('guid', '=', guid)
    await kysely.updateTable('file').set({ render_status: done.status }).where('guid', '=', file).execute()
  } else {
    model.ownerIsActive = !done.is
    await setOwner(done.is ? 'Suspended' : 'Active')
  }
}

async function setOwner(status: 'Active' | 'Suspended'): Promise<void> {
  const { kysely } = world.database
  await kysely.updateTable('user').set({ status }).where('guid', '=', owner.guid).execute()
}

async function changePerson(
  guid: string,
  model: ModelShare,
  done: Extract<Change, { email: string }>,
): Promise<void> {
  const entry = model.list.get(done.email)!
  const row = world.database.kysely
    .updateTable('recipient')
    .where('share_guid', '=', guid)
    .where('email', '=', done.email)
  if ('ends' in done) {
    entry.endsAt = done.ends === null ? null : world.now + done.ends
    await row.set({ expires_at: entry.endsAt }).execute()
  } else if (done.does === 'removed') {
    entry.isRemoved = done.is
    await row.set({ revoked_at: done.is ? world.now : null }).execute()
  } else {
    entry.isViewOnly = done.is
    await row.set({ is_view_only: done.is ? 1 : 0 }).execute()
  }
}

async function edit(
  guid: string,
  model: ModelShare,
  { end, ...choices }: Extract<Change, { does: 'edit' }>['choices'],
): Promise<void> {
  Object.assign(model, choices)
  model.destructSeconds = end && 'destructSeconds' in end ? end.destructSeconds : end ? 0 : -1
  model.expiresAt = end && 'expiresIn' in end ? world.now + end.expiresIn : null
  await world.database.kysely
    .updateTable('share')
    .set({
      visibility: choices.audience === 'people' ? 'people' : 'public',
      may_download: choices.mayDownload ? 1 : 0,
      may_print: choices.mayPrint ? 1 : 0,
      print_count: choices.copies,
      is_web_view: choices.isWebView ? 1 : 0,
      may_read_text: choices.mayReadText ? 1 : 0,
      asks_name: choices.asksName ? 1 : 0,
      terms_mode: choices.hasTerms ? 'custom' : 'off',
      terms_guid: choices.hasTerms ? termsGuid : null,
      needs_passkey: choices.hasPasskey ? 1 : 0,
      destruct_seconds: model.destructSeconds,
      expires_at: model.expiresAt,
    })
    .where('guid', '=', guid)
    .execute()
}
