import { afterAll, beforeAll, expect, test } from 'vitest'
import { userByEmail } from '#server/accounts/user-rows.ts'
import { userOf, type User } from '#server/accounts/users.ts'
import { teamRoles } from '#server/rules/accounts/team-roles.ts'
import { TeamAcceptances } from '#server/viewing/records/team-acceptances.ts'
import { addRoom } from '#tests/support/unit/rooms.ts'
import { addTeam } from '#tests/support/unit/teams.ts'
import { addUser } from '#tests/support/unit/users.ts'
import { openWorld, type World } from '#tests/support/unit/world.ts'
import { TeamReport } from './team-report.ts'

let world: World
let report: TeamReport
let team: string
const people: Record<string, User> = {}

async function someone(name: string, storage: number, role: number | null): Promise<User> {
  const email = `${name.toLowerCase()}@example.org`
  const more = role === null ? {} : { team_guid: team, team_role: role, invite_status: 'Active' as const }
  await addUser(world, email, { first_name: name, last_name: '', storage_bytes: storage, ...more })
  return userOf((await userByEmail(world.database.kysely, email))!)
}

beforeAll(async () => {
  world = await openWorld()
  report = new TeamReport(world)
  team = await addTeam(world)
  people['Anna'] = await someone('Anna', 100, teamRoles.owner)
  people['Ben'] = await someone('Ben', 3000, teamRoles.member)
  people['Cleo'] = await someone('Cleo', 20, teamRoles.admin)
  people['Zoe'] = await someone('Zoe', 9999, null)
  for (const name of ['One', 'Two', 'Gone']) await addRoom(world, people['Cleo'], name)
  await addRoom(world, people['Zoe'], 'Elsewhere')
  await world.database.kysely.updateTable('room').set({ binned_at: 1 }).where('name', '=', 'Gone').execute()
})
afterAll(() => world.close())

const names = async (order: 'name' | 'shares' | 'rooms' | 'storage' | 'signedIn', page = 1, pageSize = 10) =>
  (await report.page(people['Anna']!, { order, page, pageSize })).members.map(({ name }) => name)

test('says what each member has, without the trash, and no one else’s', async () => {
  const { members, totals } = await report.page(people['Anna']!, { order: 'name', page: 1, pageSize: 10 })
  expect(members.map(({ name, rooms, shares, storageBytes }) => [name, rooms, shares, storageBytes])).toEqual(
    [
      ['Anna', 0, 0, 100],
      ['Ben', 0, 0, 3000],
      ['Cleo', 2, 0, 20],
    ],
  )
  expect(totals).toEqual({ members: 3, storageBytes: 3120 })
})

test('is ordered and in pages', async () => {
  expect(await names('storage')).toEqual(['Ben', 'Anna', 'Cleo'])
  expect(await names('rooms')).toEqual(['Cleo', 'Anna', 'Ben'])
  expect(await names('shares')).toEqual(['Anna', 'Ben', 'Cleo'])
  expect(await names('signedIn')).toEqual(['Anna', 'Ben', 'Cleo'])
  expect([await names('storage', 1, 2), await names('storage', 2, 2), await names('storage', 3, 2)]).toEqual([
    ['Ben', 'Anna'],
    ['Cleo'],
    [],
  ])
})

test('is for administrators of the team', async () => {
  for (const other of [people['Ben']!, people['Zoe']!]) {
    const range = { order: 'name', page: 1, pageSize: 10 } as const
    await expect(report.page(other, range)).rejects.toMatchObject({ problem: 'notFound' })
    await expect(report.all(other)).rejects.toMatchObject({ problem: 'notFound' })
    const acceptances = new TeamAcceptances(world)
    await expect(acceptances.all(other)).rejects.toMatchObject({ problem: 'notFound' })
    await expect(acceptances.page(other, 1, { before: null, pageSize: 9 })).rejects.toMatchObject({
      problem: 'notFound',
    })
  }
  const all = await Array.fromAsync(await report.all(people['Cleo']!))
  expect(all.map(({ name }) => name)).toEqual(['Anna', 'Ben', 'Cleo'])
})
