// @module-tag engines
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { countInRoom } from '#server/tracking/rooms/room-figures.ts'
import { openRoom } from '#tests/support/unit/room-world.ts'
import { folderDays } from './0094-folder-days.ts'

test('an installation that is brought up to date has the days of its folders as if they had always been counted', async () => {
  const world = await openRoom()
  world.events.onCount('roomActivity', countInRoom)
  const { kysely, kind } = world.database
  await world.add('Contracts/', 'Contracts/lease.pdf', 'plan.pdf')
  const { readerEmail: actor } = await world.member('ann@example.net', 1)
  const view = (path: string) =>
    world.events.record(null, { subject: world.guid(path), roomGuid: world.room, kind: 'View', actor })
  for (const path of ['plan.pdf', 'Contracts/lease.pdf', 'Contracts/lease.pdf']) await view(path)
  world.now += 86_400_000
  await view('Contracts/lease.pdf')
  const days = () =>
    kysely.selectFrom('folder_day').selectAll().orderBy('day').orderBy('folder_guid').execute()
  const counted = await days()
  expect(counted.map(({ views }) => Number(views)).toSorted()).toEqual([1, 1, 2])
  await kysely.schema.dropTable('folder_day').execute()
  await folderDays.up(kysely as unknown as Kysely<unknown>, kind)
  expect(await days()).toEqual(counted)
})
