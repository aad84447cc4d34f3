import { describe, expect, test } from 'vitest'
import { TusClient, fileOf } from '#tests/support/browser/tus.ts'
import { signIn, userOf } from '#tests/support/world/make.ts'
import { enterRoom } from '#tests/support/world/rooms.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const cora = 'cora@example.net'
const vera = 'vera@example.net'
const { app, room } = await makeWorld({
  room: { tree: { Contracts: {} }, members: { [cora]: 4, [vera]: 3 } },
})

describe('for a folder of a room', () => {
  test('a member who can add sends a file that counts for the owner, and others find nothing', async () => {
    const place = { room: room.guid, folder: room.items['Contracts']! }
    const contributor = await new TusClient(await enterRoom(app, room.guid, cora)).begin()
    const viewer = await new TusClient(await enterRoom(app, room.guid, vera)).begin()
    const { location } = await contributor.create({ size: 10, more: place })
    await contributor.patch(location, 0, Buffer.from('hello'))
    const owner = await new TusClient(await signIn(app, 'olivia@example.org')).begin()
    for (const other of [viewer, owner]) {
      expect((await other.send('HEAD', location)).status).toBe(404)
      expect((await other.patch(location, 5, Buffer.from('world'))).status).toBe(404)
      expect((await other.send('DELETE', location)).status).toBe(404)
    }
    expect([403, 404]).toContain((await viewer.create({ size: 10, more: place })).status)
    expect((await contributor.create({ size: 10, more: { ...place, folder: '0'.repeat(32) } })).status).toBe(
      404,
    )
    expect((await contributor.create({ size: 10, more: { room: room.guid } })).status).toBe(404)
    expect((await contributor.patch(location, 5, Buffer.from('world'))).status).toBe(204)
    const file = await app.strongroom.services.database.kysely
      .selectFrom('file')
      .select(['owner_guid', 'room_guid'])
      .where('guid', '=', fileOf(location))
      .executeTakeFirstOrThrow()
    const { guid } = await userOf(app, 'olivia@example.org')
    expect(file).toEqual({ owner_guid: guid, room_guid: room.guid })
  })

  test('who may not add any more cannot go on', async () => {
    const place = { room: room.guid, folder: room.items['Contracts']! }
    const contributor = await new TusClient(await enterRoom(app, room.guid, cora)).begin()
    const { location } = await contributor.create({ size: 10, more: place })
    await app.strongroom.services.database.kysely
      .updateTable('member')
      .set({ role: 3 })
      .where('guid', '=', room.members[cora]!)
      .execute()
    const { status } = await contributor.patch(location, 0, Buffer.from('hello'))
    expect([403, 404]).toContain(status)
  })
})
