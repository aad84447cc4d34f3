import { afterAll, beforeAll, expect, test } from 'vitest'
import { userByEmail } from '#server/accounts/user-rows.ts'
import { userOf, type User } from '#server/accounts/users.ts'
import { composeEmail } from '#server/mail/layout.ts'
import { messageOf } from '#server/mail/message.ts'
import { teamRoles } from '#server/rules/accounts/team-roles.ts'
import { join } from '#server/teams/team-rows.ts'
import { addTeam } from '#tests/support/unit/teams.ts'
import { addUser } from '#tests/support/unit/users.ts'
import { openWorld, type World } from '#tests/support/unit/world.ts'
import { TeamBranding } from './branding.ts'
import { companyOf } from './company.ts'

let world: World
let branding: TeamBranding
let count = 0
const file = Buffer.from('a file')

beforeAll(async () => {
  world = await openWorld()
  const draw = async (bytes: Uint8Array) => ({
    bytes: Buffer.from(`drawn ${bytes.length}`),
    width: 90,
    height: 30,
  })
  branding = new TeamBranding({ ...world, words: {}, draw })
})
afterAll(() => world.close())

async function someoneIn(team: string | null, role: number = teamRoles.owner): Promise<User> {
  const email = `person${++count}@example.org`
  const { guid } = await addUser(world, email)
  if (team) await world.database.transaction((tx) => join(tx, guid, team, role))
  return userOf((await userByEmail(world.database.kysely, email))!)
}

const look = { bar: '#14513f', text: '#ffffff', line: 'Halden, 4 Quay Street' }
const unknown = { problem: 'notFound' }

test('a logo is shown once it was saved; the one before is gone, and so is what was only tried', async () => {
  const team = await addTeam(world)
  const owner = await someoneIn(team)
  const first = await branding.draw(owner, file)
  expect((await branding.find(owner)).logo).toBeNull()
  await branding.save(owner, { ...look, logo: first.guid })
  expect(await branding.find(owner)).toMatchObject({ ...look, logo: first })
  const tried = await branding.draw(owner, file)
  const second = await branding.draw(owner, file)
  await branding.save(owner, { ...look, logo: second.guid })
  expect(await branding.png(second.guid)).toMatchObject({ width: 90, bytes: Buffer.from('drawn 6') })
  for (const { guid } of [first, tried]) expect(await branding.png(guid)).toBeNull()
  await branding.save(owner, { bar: null, text: null, logo: null, line: '' })
  expect(await branding.png(second.guid)).toBeNull()
})

test('its bytes are not in the database as they are', async () => {
  const owner = await someoneIn(await addTeam(world))
  const { guid } = await branding.draw(owner, file)
  const { png_sealed: sealed } = await world.database.kysely
    .selectFrom('team_logo')
    .select('png_sealed')
    .where('guid', '=', guid)
    .executeTakeFirstOrThrow()
  expect(sealed).not.toContain(Buffer.from('drawn').toString('base64').slice(0, 6))
})

test('of the logos that were only tried few are kept', async () => {
  const team = await addTeam(world)
  const owner = await someoneIn(team)
  for (let at = 0; at < 12; at++) await branding.draw(owner, file)
  const rows = await world.database.kysely
    .selectFrom('team_logo')
    .select('guid')
    .where('team_guid', '=', team)
    .execute()
  expect(rows.length).toBeLessThanOrEqual(6)
})

test('members, other teams and people without one neither see nor change it', async () => {
  const team = await addTeam(world)
  const owner = await someoneIn(team)
  const logo = await branding.draw(owner, file)
  await branding.save(owner, { ...look, logo: logo.guid })
  const rival = await someoneIn(await addTeam(world))
  for (const other of [await someoneIn(team, teamRoles.member), await someoneIn(null)]) {
    await expect(branding.find(other)).rejects.toMatchObject(unknown)
    await expect(branding.draw(other, file)).rejects.toMatchObject(unknown)
    await expect(branding.drawn(other, logo.guid)).rejects.toMatchObject(unknown)
    await expect(branding.save(other, { bar: null, text: null, logo: null, line: '' })).rejects.toMatchObject(
      unknown,
    )
  }
  // Another team cannot show this one's logo, and learns nothing of whether there is such a logo.
  const refused = { problem: 'logoRefused' }
  await expect(branding.drawn(rival, logo.guid)).rejects.toMatchObject(refused)
  await expect(branding.save(rival, { ...look, logo: logo.guid })).rejects.toMatchObject(refused)
  expect(await branding.find(owner)).toMatchObject({ ...look, logo })
})

test('programs of members learn that of their own team, and nothing of another', async () => {
  const team = await addTeam(world)
  const owner = await someoneIn(team)
  await branding.save(owner, { ...look, logo: null })
  const member = await someoneIn(team, teamRoles.member)
  for (const requested of [null, team]) expect(await branding.ofMember(member, requested)).toMatchObject(look)
  expect(await branding.ofMember(member, await addTeam(world))).toBeNull()
  expect(await branding.ofMember(await someoneIn(null), team)).toBeNull()
  expect(await branding.ofMember({ ...member, inviteStatus: 'Pending' }, null)).toBeNull()
})

test('what was changed is on the record, and what was not changed is not', async () => {
  const team = await addTeam(world)
  const owner = await someoneIn(team)
  await branding.save(owner, { ...look, logo: null })
  await branding.save(owner, { ...look, logo: null })
  const { guid } = await branding.draw(owner, file)
  await branding.save(owner, { bar: '#000000', text: '#ffffff', logo: guid, line: look.line })
  const events = await world.database.kysely
    .selectFrom('event')
    .select(['kind', 'detail'])
    .where('subject_guid', '=', team)
    .orderBy('sequence')
    .execute()
  expect(events.map(({ kind, detail }) => [kind, JSON.parse(detail as string)])).toEqual([
    ['TeamBrandingChanged', { what: 'colours and line under emails' }],
    ['TeamBrandingChanged', { what: 'colours and logo' }],
  ])
})

test('emails about what a member shares come with the logo, once it is saved and as long as it is there', async () => {
  const team = await addTeam(world)
  const owner = await someoneIn(team)
  const logoIn = async () => {
    const company = await companyOf(world.database.kysely, owner.guid)
    const parts = { to: 'rita@example.net', subject: 'A file', heading: 'A file', paragraphs: [] }
    await world.database.transaction((tx) => world.mailer.enqueue(tx, composeEmail({ ...parts, company })))
    const [email] = await world.newEmails()
    const { attachments, html } = messageOf(email!, { from: 'files@example.com', clock: () => world.now })
    return { image: /<img[^>]*>/.exec(String(html))?.[0] ?? null, attachments }
  }
  const { guid: logo } = await branding.draw(owner, file)
  expect(await logoIn()).toEqual({ image: null, attachments: [] })
  await branding.save(owner, { ...look, logo })
  const { image, attachments } = await logoIn()
  expect(image).toContain('src="cid:logo@strongroom" width="84" height="28" alt=""')
  expect(attachments).toMatchObject([{ cid: 'logo@strongroom', content: Buffer.from('drawn 6') }])
  await branding.save(owner, { ...look, logo: null })
  expect(await logoIn()).toEqual({ image: null, attachments: [] })
})
