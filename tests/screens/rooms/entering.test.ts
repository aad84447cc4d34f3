import { describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { hour, minute } from '#tests/support/world/clock.ts'
import { enterRoom, atRoomDoor } from '#tests/support/world/rooms.ts'
import { somebody } from '#tests/support/world/people.ts'
import { memberRow } from '#tests/screens/room-people/member-pages.ts'

const { app, room } = await makeWorld({
  room: {
    name: 'Project Alba',
    tree: { Contracts: { 'lease.pdf': 'Rent' } },
    members: { 'mia@example.net': 1, 'cora@example.org': 5 },
  },
})

describe('entering a data room', () => {
  test('before anybody knows who one is, neither the name nor the owner of the room is shown', async () => {
    const stranger = await app.browser(somebody()).open(`/rooms/${room.guid}/door`)
    expect(stranger.path).toContain('/access/filelogin')
    expect(stranger.heading()).toBe('Open a protected data room')
    expect(stranger.text()).not.toMatch(/Alba|Olivia/)
  })

  test('a member proves the address by a code, reads what the room is, and enters', async () => {
    const mia = await atRoomDoor(app, room.guid, 'mia@example.net')
    expect([mia.url.pathname, mia.heading()]).toEqual([`/rooms/${room.guid}/door`, 'Project Alba'])
    expect(mia.text()).toMatch(/Your role: View\. Reads in the browser\./)
    expect(await memberRow(app, room.guid, 'mia@example.net')).toMatchObject({
      first_entered_at: null,
      session_count: 0,
    })
    await mia.send('enter')
    const row = await memberRow(app, room.guid, 'mia@example.net')
    expect(row).toMatchObject({ first_entered_at: app.clock.now(), session_count: 1, news_since: null })
  })

  test('a session that comes later is another one, and what came since the one before is new', async () => {
    await enterRoom(app, room.guid, 'mia@example.net', somebody())
    const before = await memberRow(app, room.guid, 'mia@example.net')
    const seenAt = app.clock.now()
    app.clock.advance(9 * minute)
    await enterRoom(app, room.guid, 'mia@example.net', somebody())
    expect((await memberRow(app, room.guid, 'mia@example.net')).session_count).toBe(before.session_count)
    app.clock.advance(13 * hour)
    await enterRoom(app, room.guid, 'mia@example.net', somebody())
    expect(await memberRow(app, room.guid, 'mia@example.net')).toMatchObject({
      session_count: before.session_count + 1,
      news_since: seenAt + 9 * minute,
      first_entered_at: before.first_entered_at,
    })
  })
})
