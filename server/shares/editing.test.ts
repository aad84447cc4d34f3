import { beforeEach, describe, expect, test } from 'vitest'
import type { User } from '#server/accounts/users.ts'
import { standardProtections, type Protections } from '#server/rules/sharing/options.ts'
import { teamRoles } from '#server/rules/accounts/team-roles.ts'
import { BlockedWords } from '#server/rules/text/text.ts'
import { writeTerms } from '#server/teams/terms-rows.ts'
import { eventsOf } from '#tests/support/unit/events.ts'
import { addShare } from '#tests/support/unit/shares.ts'
import { addTeam } from '#tests/support/unit/teams.ts'
import { addUser } from '#tests/support/unit/users.ts'
import { openWorld, type World } from '#tests/support/unit/world.ts'
import { Invitations } from './sending/invitations.ts'
import { Editing, type ShareChange } from './editing.ts'

let world: World
let owner: User
let editing: Editing

beforeEach(async () => {
  world = await openWorld()
  owner = await addUser(world, 'owner@example.com')
  const words = { blockedWords: new BlockedWords(['zonk']) }
  editing = new Editing({
    ...world,
    invitations: new Invitations(world),
    words,
    canShow: () => true,
  })
})

/** The current values, some of them changed. */
async function changeOf(guid: string, more: Partial<ShareChange> = {}): Promise<ShareChange> {
  const { state } = await editing.find(owner, guid)
  return { ...state, added: '', removed: [], ...more }
}

async function edit(guid: string, more: Partial<ShareChange>, actor: User = owner) {
  const { share } = await editing.find(owner, guid)
  return editing.update(actor, guid, await changeOf(guid, more), share.revision)
}

function withProtections(more: Partial<Protections>): Partial<ShareChange> {
  return { protections: { ...standardProtections, mayDownload: true, mayPrint: true, ...more } }
}

async function shareRow(guid: string) {
  return world.database.kysely
    .selectFrom('share')
    .selectAll()
    .where('guid', '=', guid)
    .executeTakeFirstOrThrow()
}

async function people(guid: string) {
  const rows = await world.database.kysely
    .selectFrom('recipient')
    .select(['guid', 'email', 'revoked_at'])
    .where('share_guid', '=', guid)
    .orderBy('email')
    .execute()
  return rows
}

function addresses(count: number): string {
  return Array.from({ length: count }, (_, at) => `person${at}@example.net`).join(', ')
}

describe('an edit', () => {
  test(
    'changes every protection at once, and each with its old and new value is on record',
    { tags: ['engines'] },
    async () => {
      const guid = await addShare(world, owner, ['rita@example.net'])
      const expiresAt = Date.parse('2027-04-01T15:30:00Z')
      const edited = await edit(guid, {
        name: 'The plan.pdf',
        message: 'Please read',
        reminds: true,
        protections: {
          ...standardProtections,
          visibility: 'public',
          mayDownload: false,
          mayPrint: true,
          printCount: 3,
          watermark: { size: 'large', colour: 'red', text: '' },
          asksName: true,
          destructSeconds: 0,
          expiresAt,
        },
      })
      expect(edited.fields).toHaveLength(9)
      expect(await shareRow(guid)).toMatchObject({
        name: 'The plan.pdf',
        message: 'Please read',
        visibility: 'public',
        may_download: 0,
        print_count: 3,
        watermark_size: 'large',
        asks_name: 1,
        expires_at: expiresAt,
        destruct_seconds: 0,
        reminds: 1,
        revision: 1,
      })
      expect(await eventsOf(world, guid)).toEqual([
        {
          kind: 'Changed',
          detail: {
            name: 'plan.pdf → The plan.pdf',
            message: 'none → Please read',
            visibility: 'people → public',
            mayDownload: 'yes → no',
            printCount: 'no limit → 3',
            watermark: 'none → large, red',
            asksName: 'no → yes',
            end: 'none → 2027-04-01 15:30 UTC',
            reminds: 'no → yes',
          },
        },
      ])
    },
  )

  test('that changes nothing leaves no record and no trace', async () => {
    const guid = await addShare(world, owner, ['rita@example.net'])
    expect(await edit(guid, {})).toEqual({ fields: [], added: 0, removed: 0 })
    expect(await eventsOf(world, guid)).toEqual([])
    expect((await shareRow(guid)).revision).toBe(0)
  })

  test('of a state that is no longer so is refused, and changes nothing', async () => {
    const guid = await addShare(world, owner, ['rita@example.net'])
    const mine = await changeOf(guid, { name: 'mine.pdf', added: 'sam@example.net' })
    await edit(guid, { name: 'theirs.pdf' })
    const late = editing.update(owner, guid, mine, 0)
    await expect(late).rejects.toMatchObject({ problem: 'changedMeanwhile' })
    expect((await shareRow(guid)).name).toBe('theirs.pdf')
    expect((await people(guid)).map(({ email }) => email)).toEqual(['rita@example.net'])
    expect(await world.newEmails()).toEqual([])
  })

  test('of many at once from the same state one wins whole', { tags: ['engines'] }, async () => {
    const guid = await addShare(world, owner, ['rita@example.net'])
    const edits = await Promise.allSettled(
      Array.from({ length: 8 }, async (_, at) =>
        editing.update(owner, guid, await changeOf(guid, { name: `n${at}.pdf`, message: `m${at}` }), 0),
      ),
    )
    const won = edits.flatMap(({ status }, at) => (status === 'fulfilled' ? at : []))
    expect(won).toHaveLength(1)
    expect(await shareRow(guid)).toMatchObject({ name: `n${won[0]}.pdf`, message: `m${won[0]}`, revision: 1 })
    expect(await eventsOf(world, guid)).toHaveLength(1)
  })

  test("of someone else's share is an edit of nothing", async () => {
    const guid = await addShare(world, owner, ['rita@example.net'])
    const other = await addUser(world, 'other@example.com')
    const change = await changeOf(guid, { name: 'taken.pdf' })
    for (const one of [guid, 'f'.repeat(32)]) {
      const refused = editing.update(other, one, change, 0)
      await expect(refused).rejects.toMatchObject({ problem: 'notFound' })
      await expect(editing.find(other, one)).rejects.toMatchObject({ problem: 'notFound' })
    }
    expect((await shareRow(guid)).name).toBe('plan.pdf')
  })

  test.each<[string, Partial<ShareChange>, string]>([
    ['puts a passkey on', withProtections({ visibility: 'passkey' }), 'visibility'],
    ['leaves no way to see the file', withProtections({ isWebView: false, mayDownload: false }), 'webView'],
    [
      'allows to forward what is public',
      withProtections({ visibility: 'public', mayForward: true }),
      'forward',
    ],
    ['allows half a copy', withProtections({ printCount: Number.NaN }), 'printCount'],
    ['names it with a slash', { name: 'a/b.pdf' }, 'name'],
    ['names it with a blocked word', { name: 'zonk.pdf' }, 'name'],
    ['leaves it without a name', { name: ' ' }, 'name'],
    ['puts a link into the message', { message: 'see www.example.com' }, 'message'],
    ['chooses terms that the team does not have', withProtections({ terms: 'team' }), 'terms'],
    ['chooses own terms and writes none', withProtections({ terms: 'custom' }), 'termsText'],
    ['adds what is no address', { added: 'rita at home' }, 'recipients'],
    ['adds more than one form takes', { added: addresses(101) }, 'recipients'],
    ['adds more than the plan has', { added: addresses(100) }, 'recipients'],
  ])('that %s is refused on its field', async (_, more, field) => {
    const guid = await addShare(world, owner, ['rita@example.net'])
    await expect(edit(guid, more)).rejects.toMatchObject({ field })
    expect(await eventsOf(world, guid)).toEqual([])
    expect((await shareRow(guid)).revision).toBe(0)
    expect(await world.newEmails()).toEqual([])
  })

  test('cannot take a passkey off', async () => {
    const guid = await addShare(world, owner, [], { share: { needs_passkey: 1, visibility: 'public' } })
    await expect(edit(guid, withProtections({ visibility: 'public' }))).rejects.toMatchObject({
      field: 'visibility',
    })
    await edit(guid, withProtections({ visibility: 'passkey', mayDownload: false }))
    expect(await shareRow(guid)).toMatchObject({ needs_passkey: 1, may_download: 0 })
  })

  test.each([
    ['contract', 'contract.pdf'],
    ['contract.PDF', 'contract.PDF'],
    ['contract.txt', 'contract.txt.pdf'],
    ['  réport  ', 'réport.pdf'],
  ])('that names it %j keeps the ending', async (typed, kept) => {
    const guid = await addShare(world, owner, ['rita@example.net'])
    await edit(guid, { name: typed })
    expect((await shareRow(guid)).name).toBe(kept)
  })

  test('keeps each text of own terms, since someone may have accepted it', async () => {
    const guid = await addShare(world, owner, ['rita@example.net'])
    const protections = { ...(await changeOf(guid)).protections, terms: 'custom' as const }
    await edit(guid, { protections, termsText: 'Keep it secret.\r\nAlways.' })
    const first = (await shareRow(guid)).terms_guid
    await edit(guid, { protections, termsText: 'Keep it secret.\nAlways.' })
    expect((await shareRow(guid)).terms_guid).toBe(first)
    await edit(guid, { protections, termsText: 'Burn after reading.' })
    const texts = await world.database.kysely.selectFrom('terms').select('text').orderBy('text').execute()
    expect(texts).toEqual([{ text: 'Burn after reading.' }, { text: 'Keep it secret.\nAlways.' }])
    expect((await editing.find(owner, guid)).state.termsText).toBe('Burn after reading.')
    const [record] = (await eventsOf(world, guid)).slice(-1)
    expect(record?.detail['termsText']).toMatch(
      /^23 characters, SHA-256 \w{16} → 19 characters, SHA-256 \w{16}$/,
    )
  })
})

describe('terms of a team', () => {
  async function join(teamGuid: string | null): Promise<User> {
    const row = { team_guid: teamGuid, team_role: teamGuid === null ? null : teamRoles.member }
    await world.database.kysely.updateTable('user').set(row).where('guid', '=', owner.guid).execute()
    return { ...owner, teamGuid, teamRole: row.team_role }
  }

  async function team(guid: string, text: string | null): Promise<User> {
    await addTeam(world, guid)
    if (text !== null)
      await world.database.transaction((tx) =>
        writeTerms(tx, { text, teamGuid: guid, version: 1, now: world.now }),
      )
    return join(guid)
  }

  test('are kept with the share, and stay there whatever else is edited after the owner left the team', async () => {
    const member = await team('acme', 'Keep it secret.')
    const guid = await addShare(world, owner, ['rita@example.net'])
    await edit(guid, withProtections({ terms: 'team' }), member)
    const { terms_guid, terms_mode } = await shareRow(guid)
    expect([terms_mode, typeof terms_guid]).toEqual(['team', 'string'])
    const left = await join(null)
    await edit(guid, { message: 'Please read' }, left)
    await edit(guid, { message: 'Please sign' }, await team('bolt', null))
    expect(await shareRow(guid)).toMatchObject({ terms_mode: 'team', terms_guid, message: 'Please sign' })
  })

  test('are no text of the owner: own terms that follow are written by the owner', async () => {
    const member = await team('acme', 'Keep it secret.')
    const guid = await addShare(world, owner, ['rita@example.net'])
    await edit(guid, withProtections({ terms: 'team' }), member)
    expect((await editing.find(member, guid)).state.termsText).toBe('')
    await edit(guid, { ...withProtections({ terms: 'custom' }), termsText: 'Keep it secret.' }, member)
    const texts = await world.database.kysely.selectFrom('terms').select('owner_guid').execute()
    expect(texts.map(({ owner_guid }) => owner_guid).toSorted()).toEqual([owner.guid, null])
  })

  test('that it does not have cannot be chosen', async () => {
    const member = await team('acme', null)
    const guid = await addShare(world, owner, ['rita@example.net'])
    const refused = edit(guid, withProtections({ terms: 'team' }), member)
    await expect(refused).rejects.toMatchObject({ field: 'terms' })
    expect((await shareRow(guid)).terms_mode).toBe('off')
  })
})

describe('people', () => {
  test('who are added get the link, those who are there do not, and each change is on record', async () => {
    const guid = await addShare(world, owner, ['rita@example.net', 'rob@example.net'])
    const [, rob] = await people(guid)
    const edited = await edit(guid, {
      added: 'Sam <SAM@example.net>; rita@example.net',
      removed: [rob!.guid, 'nobody'],
    })
    expect(edited).toEqual({ fields: [], added: 1, removed: 1 })
    const emails = await world.newEmails()
    expect(emails.map(({ to }) => to)).toEqual(['sam@example.net'])
    expect(emails[0]!.text).toContain(`https://files.example.com/file/${guid}`)
    expect(await eventsOf(world, guid)).toEqual([
      { kind: 'Revoked', detail: { person: 'rob@example.net' } },
      { kind: 'Added', detail: { person: 'sam@example.net' } },
    ])
    expect((await shareRow(guid)).revision).toBe(1)
  })

  test('from whom the file was taken away get it back by being added, in the place that they had', async () => {
    const guid = await addShare(world, owner, ['rita@example.net', 'rob@example.net'])
    const [, rob] = await people(guid)
    await edit(guid, { removed: [rob!.guid] })
    expect((await people(guid))[1]!.revoked_at).toBe(world.now)
    await edit(guid, { added: 'rob@example.net' })
    expect((await people(guid))[1]).toEqual({ ...rob, revoked_at: null })
    expect((await world.newEmails()).map(({ to }) => to)).toEqual(['rob@example.net'])
  })

  test('cannot all be taken away, nor be no one when a link becomes one for named people', async () => {
    const guid = await addShare(world, owner, ['rita@example.net'])
    const [rita] = await people(guid)
    await expect(edit(guid, { removed: [rita!.guid] })).rejects.toMatchObject({
      problem: 'recipientsMissing',
    })
    expect((await people(guid))[0]!.revoked_at).toBeNull()
    const open = await addShare(world, owner, [], { share: { visibility: 'public' } })
    const closed = withProtections({ visibility: 'people' })
    await expect(edit(open, closed)).rejects.toMatchObject({ problem: 'recipientsMissing' })
    await edit(open, { ...closed, added: 'sam@example.net' })
    expect((await shareRow(open)).visibility).toBe('people')
  })

  test('of another share are left alone', async () => {
    const guid = await addShare(world, owner, ['rita@example.net'])
    const other = await addShare(world, owner, ['rob@example.net'])
    const [rob] = await people(other)
    expect(await edit(guid, { removed: [rob!.guid] })).toMatchObject({ removed: 0 })
    expect((await people(other))[0]!.revoked_at).toBeNull()
  })

  test('are not added to a file that is unshared', async () => {
    const guid = await addShare(world, owner, ['rita@example.net'], { share: { status: 'Killed' } })
    await expect(edit(guid, { added: 'sam@example.net' })).rejects.toMatchObject({ field: 'recipients' })
  })
})
