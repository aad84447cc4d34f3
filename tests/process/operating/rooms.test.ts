import { mkdtemp, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type App } from '#tests/support/world/app.ts'
import { makeOperator, operatorEmail } from '#tests/support/world/make.ts'
import { makeRoom, type MadeRoom } from '#tests/support/world/rooms.ts'
import { objectFile, query, storedObjects } from './place.ts'
import { answerOf, run } from './run-command.ts'

let app: App
let place: string
let room: MadeRoom

beforeAll(async () => {
  app = await startApp({ config: { databaseUrl: null } })
  place = await mkdtemp(path.join(tmpdir(), 'strongroom-rooms-'))
  await makeOperator(app)
  room = await makeRoom(app, {
    tree: { Contracts: { 'lease.pdf': 'the lease' }, 'plan.pdf': 'the plan' },
    members: { 'mia@example.net': 1 },
  })
  const event = {
    subject: room.guid,
    roomGuid: room.guid,
    kind: 'RoomMade',
    actor: operatorEmail,
  } as const
  await app.strongroom.services.events.record(null, event)
})
afterAll(async () => {
  await app.close()
  await rm(place, { recursive: true, force: true })
})

test('a room comes back whole from a backup, and what is damaged in it is found and named', async () => {
  const copy = path.join(place, 'copy')
  const restored = path.join(place, 'restored')
  await answerOf({ DATA_DIR: app.dataDir }, 'backup', copy)
  await answerOf({ DATA_DIR: restored }, 'restore', copy)
  expect(await storedObjects(restored)).toEqual(await storedObjects(copy))
  expect(await run({ DATA_DIR: restored }, 'verify')).toMatchObject({ code: 0 })
  for (const [table, count] of [
    ['item', 4],
    ['item_version', 2],
    ['member', 2],
  ] as const)
    expect(query(restored, `select guid from room`).length === 1 && countOf(restored, table)).toBe(count)
  const [{ object_guid }] = query(
    restored,
    `select object_guid from file join item on item.file_guid = file.guid where item.name = 'lease.pdf'`,
  ) as [{ object_guid: string }]
  await truncate(objectFile(restored, object_guid), 30)
  const found = await run({ DATA_DIR: restored }, 'verify')
  expect([found.code, found.out + found.err]).toEqual([1, expect.stringContaining(`data room ${room.guid}`)])
})

test('an item in a folder that is not there, and a room without its events, are found', async () => {
  const [copy, harmed] = [path.join(place, 'second'), path.join(place, 'harmed')]
  await answerOf({ DATA_DIR: app.dataDir }, 'backup', copy)
  await answerOf({ DATA_DIR: harmed }, 'restore', copy)
  query(harmed, `update item set parent_guid = 'nowhere' where name = 'plan.pdf'`)
  query(harmed, `delete from event where subject_guid = '${room.guid}'`)
  query(harmed, `delete from event_head where subject_guid = '${room.guid}'`)
  const { code, out, err } = await run({ DATA_DIR: harmed }, 'verify')
  expect(code).toBe(1)
  expect(out + err).toContain('1 rows of item refer to a item.guid that doesn’t exist (in parent_guid)')
  expect(out + err).toContain('the whole audit log of this data room was removed')
})

test('clearing up removes nothing of a room, and what an upload for it left after a day', async () => {
  const { services } = app.strongroom
  const before = await services.database.kysely.selectFrom('file').select('guid').execute()
  app.clock.advance(2 * 24 * 60 * 60_000)
  await services.sweepStorage()
  expect(await services.database.kysely.selectFrom('file').select('guid').execute()).toEqual(before)
})

function countOf(data: string, table: string): number {
  return Number(query(data, `select count(*) as count from ${table}`)[0]!['count'])
}
