import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { minute } from '#tests/support/world/clock.ts'
import { makeUser, operatorEmail, userOf } from '#tests/support/world/make.ts'
import { enterRoom, enterRoomAs, makeRoom } from '#tests/support/world/rooms.ts'
import { somebody } from '#tests/support/world/people.ts'
import { Program } from '#tests/api/program.ts'

const { app, operator: olivia } = await makeWorld()

test('who manages a room sees who entered, when first, and who has not; accounts by name once they came', async () => {
  const ulla = { email: 'ulla@example.net', firstName: 'Ulla', lastName: 'Under' }
  const hers = await makeUser(app, { ...ulla, browser: somebody() })
  const members = { [ulla.email]: 1, 'mia@example.net': 1, 'ned@example.net': 1 } as const
  const room = await makeRoom(app, { tree: { 'a.pdf': 'A' }, members })
  await olivia.open(`/drstats/${room.guid}`)
  expect(olivia.text()).toContain('3 members never entered')
  await olivia.open(`/drstats/${room.guid}?show=members`)
  expect(olivia.text()).not.toContain('Ulla Under')
  await enterRoomAs(app, hers, room.guid)
  app.clock.advance(20 * minute)
  const mia = await enterRoom(app, room.guid, 'mia@example.net', somebody())
  await olivia.open(`/drstats/${room.guid}`)
  expect(olivia.text()).toContain('1 member never entered')
  await olivia.open(`/drstats/${room.guid}?show=members`)
  expect(olivia.text()).toMatch(/mia@example\.net/)
  expect(olivia.text()).toMatch(/Ulla Under/)
  expect(olivia.text()).toMatch(/ned@example\.net[^]*Not yet/)
  const program = await new Program(app).enter(operatorEmail, { isRemembered: true })
  const { said } = await program.get(`/v2/folder/firstaccess/${room.guid}`)
  const { guid } = await userOf(app, ulla.email)
  expect(said).toMatchObject({ EnteredCount: 2, TotalCount: 3 })
  expect(said['Members']).toMatchObject([
    { UserEmail: 'mia@example.net', RecipientUserGuid: null },
    { UserEmail: ulla.email, UserName: 'Ulla Under', RecipientUserGuid: guid },
    { UserEmail: 'ned@example.net', FirstAccess: null },
  ])
  await mia.open(`/drstats/${room.guid}`)
  expect(mia.status).not.toBe(200)
  const member = await new Program(app).enter(ulla.email, { isRemembered: true })
  expect((await member.get(`/v2/folder/firstaccess/${room.guid}`)).said['Members']).toBeUndefined()
})
