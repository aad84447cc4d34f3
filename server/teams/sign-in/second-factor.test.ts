// @module-tag engines
import { expect, test } from 'vitest'
import { tellOfTeams } from '#server/teams/people/team-notices.ts'
import { addTeam } from '#tests/support/unit/teams.ts'
import { addUser } from '#tests/support/unit/users.ts'
import { openWorld } from '#tests/support/unit/world.ts'
import { SecondFactorRule } from './second-factor.ts'

const day = 86_400_000

test('a reminder whose job runs again is sent once, and one of an earlier day is not sent', async () => {
  const world = await openWorld()
  tellOfTeams(world)
  const guid = await addTeam(world)
  await addUser(world, 'rita@halden.example', { team_guid: guid, team_role: 2 })
  const rule = new SecondFactorRule(world)
  const from = world.now + 30 * day
  await rule.set({ guid }, world.now + 20 * day)
  await rule.set({ guid }, from)
  expect(await world.newEmails()).toHaveLength(2)
  const payload = JSON.stringify({ team: guid, from: String(from), days: '7' })
  for (const at of [1, 2])
    await world.database.kysely
      .insertInto('job')
      .values({
        guid: `again${at}`,
        kind: 'team-second-factor',
        payload,
        run_at: from - 7 * day,
        created_at: world.now,
      } as never)
      .execute()
  // The jobs of the day that was given up run, and say nothing.
  world.now = from - 8 * day
  expect(await world.newEmails()).toEqual([])
  world.now = from - 7 * day
  expect(await world.newEmails()).toHaveLength(1)
  world.now = from - day
  expect(await world.newEmails()).toHaveLength(1)
  world.now = from + day
  expect(await world.newEmails()).toEqual([])
})

test('two changes at once leave one rule, and a record of each', async () => {
  const world = await openWorld()
  const guid = await addTeam(world)
  const rule = new SecondFactorRule(world)
  await Promise.all([rule.set({ guid }, 'now'), rule.set({ guid }, world.now + day)])
  const events = await world.database.kysely
    .selectFrom('event')
    .select('kind')
    .where('subject_guid', '=', guid)
    .execute()
  expect(events.map(({ kind }) => kind)).toEqual(['TeamSecondFactorChanged', 'TeamSecondFactorChanged'])
})
