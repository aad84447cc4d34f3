import { beforeEach, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { makeUser, operatorEmail, signIn } from '#tests/support/world/make.ts'
import { enterRoomAs, makeRoom, makeTeamMates, type MadeRoom } from '#tests/support/world/rooms.ts'
import { Program } from '#tests/api/program.ts'
import { somebody } from '#tests/support/world/people.ts'
import { rows, facts } from '#tests/support/browser/shown.ts'

const cora = 'cora@example.org'
const tree = { Board: { 'minutes.pdf': 'Minutes' }, 'notes.pdf': 'Notes' }

let room: MadeRoom
let notes: string
let closed: string

const services = () => app.strongroom.services

const { app } = await makeWorld({ people: [{ email: cora, browser: somebody() }] })

beforeEach(async () => {
  room = await makeRoom(app, { tree, members: { [cora]: 5 } })
  await makeTeamMates(app, operatorEmail, [cora])
  notes = room.items['notes.pdf']!
  closed = room.items['Board/minutes.pdf']!
  const board = room.items['Board']!
  await services()
    .database.kysely.updateTable('item')
    .set({ is_closed: 1 })
    .where('guid', '=', board)
    .execute()
})

async function leaveTeam(email: string): Promise<void> {
  const {
    database,
    teams: { all: teams },
  } = services()
  const { team_guid } = await database.kysely
    .selectFrom('user')
    .select('team_guid')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  await teams.removeMember((await teams.byGuid(team_guid!))!, email)
}

async function status(browser: Browser, path: string): Promise<number> {
  return (await browser.fetch(path)).status
}

test('a co-owner who is taken out of the team has what a contributor has, and the rest again when they are back', async () => {
  const co = await signIn(app, cora, somebody())
  expect(await status(co, `/rooms/${room.guid}/people`)).toBe(200)
  expect(await status(co, `/view/${closed}`)).toBe(200)
  const page = await (await signIn(app, cora, somebody())).open(`/rooms/${room.guid}/people?panel=add`)
  await leaveTeam(cora)

  expect(await status(co, `/rooms/${room.guid}/people`)).toBe(403)
  await enterRoomAs(app, co, room.guid)
  for (const place of ['people', 'settings', 'rights'])
    expect([place, await status(co, `/rooms/${room.guid}/${place}`)]).toEqual([place, 403])
  expect(await status(co, `/drstats/${room.guid}`)).toBe(403)
  expect(await status(co, `/view/${notes}`)).toBe(200)
  // No one granted the closed folder: for a contributor it does not exist.
  expect(await status(co, `/view/${closed}`)).toBe(403)
  await co.open(`/dr/${room.guid}`)
  expect(co.text()).toContain('notes.pdf')
  expect(co.text()).not.toContain('Board')
  await page.send('add', { people: 'eve@example.net', role: '5' }).catch(() => undefined)
  const eve = services()
    .database.kysely.selectFrom('member')
    .select('guid')
    .where('email', '=', 'eve@example.net')
  expect(await eve.execute()).toEqual([])

  await makeTeamMates(app, operatorEmail, [cora])
  expect(await status(co, `/rooms/${room.guid}/people`)).toBe(200)
  expect(await status(co, `/view/${closed}`)).toBe(200)
})

test('the same where it is the owner who leaves the team', async () => {
  const owner = 'otto@example.org'
  await makeUser(app, { email: owner, browser: somebody() })
  await makeTeamMates(app, operatorEmail, [owner])
  const other = await makeRoom(app, { ownerEmail: owner, tree, members: { [cora]: 5 } })
  const co = await signIn(app, cora, somebody())
  expect(await status(co, `/rooms/${other.guid}/people`)).toBe(200)
  await leaveTeam(owner)
  await enterRoomAs(app, co, other.guid)
  expect(await status(co, `/rooms/${other.guid}/people`)).toBe(403)
})

test('the people page says it, the page of the person, and “why?”', async () => {
  await leaveTeam(cora)
  const owner = await signIn(app, operatorEmail, somebody())
  await owner.open(`/rooms/${room.guid}/people`)
  expect(rows(owner)[1]).toMatch(/cora@example\.org.*Contributor.*Co-Owner, but not in the owner’s team/)
  await owner.follow(cora)
  expect(facts(owner)['Role']).toMatch(/^Contributor.*not in the owner’s team/s)
  const why = `/rooms/${room.guid}/why/${room.members[cora]!}`
  await owner.open(`${why}/${notes}`)
  expect([owner.status, owner.text()]).toEqual([
    200,
    expect.stringContaining('has to be in the owner’s team'),
  ])
  await owner.open(`${why}/${closed}`)
  expect(owner.text().replace(/\s+/g, ' ')).toContain('See it: no')
})

test('programs are refused and told the same', async () => {
  const owner = await new Program(app).enter(operatorEmail, { isRemembered: true })
  const co = await new Program(app).enter(cora, { isRemembered: true })
  const people = `/v2/folder/manage/user?ShareGuid=${room.guid}`
  expect((await co.get(people)).said.StatusCode).toBe(20000)
  await leaveTeam(cora)
  await co.post('/v1/folder/tracks/start', { ShareGuid: room.guid })
  const refused = await co.get(people)
  expect([refused.http, refused.said.StatusCode]).not.toEqual([200, 20000])
  const { said } = await owner.get(people)
  expect(said['Members']).toMatchObject([{}, { RecipientEmail: cora, PermissionIndex: '4' }])
  const info = await co.get(`/v1/folder/view/fileinfo/${closed}`)
  expect(info.said.StatusCode).toBe(20433)
})

test('an owner who has not accepted the invitation to the team has no co-owner in it', async () => {
  const co = await signIn(app, cora, somebody())
  const { kysely } = services().database
  const set = (email: string, row: { invite_status: 'Active' | 'Pending' }) =>
    kysely.updateTable('user').set(row).where('email', '=', email).execute()
  await set(operatorEmail, { invite_status: 'Pending' })
  await enterRoomAs(app, co, room.guid)
  expect(await status(co, `/rooms/${room.guid}/people`)).toBe(403)
  await set(operatorEmail, { invite_status: 'Active' })
  expect(await status(co, `/rooms/${room.guid}/people`)).toBe(200)
})
