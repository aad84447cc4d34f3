import { afterAll, beforeAll, expect, test } from 'vitest'
import { newGuid } from '#server/db/guid.ts'
import { ListingWorld } from './listing-world.ts'

const count = 10_000
let world: ListingWorld
let guids: string[]

beforeAll(async () => {
  world = await ListingWorld.open()
  guids = []
  for (let from = 0; from < count; from += 500) {
    const names = Array.from({ length: 500 }, (_, at) => ({ name: `paper ${from + at}.pdf` }))
    guids.push(...(await world.add(world.room, names)))
  }
})
afterAll(() => world.close())

async function beside(identity: Parameters<ListingWorld['list']>[0], guid: string) {
  const { previous, next } = await world.listing.beside(await world.listing.place(identity, guid))
  return [previous?.guid ?? null, next?.guid ?? null]
}

test('in a folder of 10,000 files the neighbours of each are found', async () => {
  const mia = await world.member('mia@example.net')
  for (const at of [0, 1, 4999, count - 1]) {
    expect(await beside(mia.identity, guids[at]!)).toEqual([guids[at - 1] ?? null, guids[at + 1] ?? null])
  }
})

test('where all others of 10,000 are hidden there are none, and where all but the outer ones, these', async () => {
  const noah = await world.member('noah@example.net')
  const hidden = guids.slice(1, -1).filter((guid) => guid !== guids[5000])
  const { kysely } = world.database
  for (let at = 0; at < hidden.length; at += 1000) {
    const rows = hidden.slice(at, at + 1000).map((guid) => ({
      guid: newGuid(),
      item_guid: guid,
      member_guid: noah.guid,
      group_guid: null,
      right_code: -1 as const,
    }))
    await kysely.insertInto('room_rule').values(rows).execute()
  }
  expect(await beside(noah.identity, guids[5000]!)).toEqual([guids[0], guids.at(-1)])
  await world.rule(noah.guid, guids[0]!, -1)
  await world.rule(noah.guid, guids.at(-1)!, -1)
  expect(await beside(noah.identity, guids[5000]!)).toEqual([null, null])
})

test('where nothing of 10,000 is seen but what is granted by itself, only that is beside it', async () => {
  const zoe = await world.member('zoe@example.net')
  await world.rule(zoe.guid, world.room, 0)
  await world.rule(zoe.guid, guids[70]!, 1)
  expect(await beside(zoe.identity, guids[70]!)).toEqual([null, null])
  await world.rule(zoe.guid, guids[4]!, 2)
  await world.rule(zoe.guid, guids[9000]!, 3)
  expect(await beside(zoe.identity, guids[70]!)).toEqual([guids[4], guids[9000]])
})
