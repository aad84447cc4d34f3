import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Identity } from '#server/accounts/identity.ts'
import { addFile } from '#tests/support/unit/files.ts'
import { addMember, addRule } from '#tests/support/unit/members.ts'
import { addManyFiles, addRoom } from '#tests/support/unit/rooms.ts'
import { addUser } from '#tests/support/unit/users.ts'
import { openWorld, type World } from '#tests/support/unit/world.ts'
import { RoomListing } from '#server/rooms/lists/listing.ts'

const count = 10_000
let world: World
let listing: RoomListing
let room: string
let guids: string[]

beforeAll(async () => {
  world = await openWorld()
  listing = new RoomListing(world)
  const owner = await addUser(world)
  room = await addRoom(world, owner)
  const names = Array.from({ length: count }, (_, at) => `paper ${at}.pdf`)
  guids = await addManyFiles(world, names, { roomGuid: room, fileGuid: await addFile(world, owner) })
})
afterAll(() => world.close())

async function beside(identity: Identity, guid: string) {
  const { previous, next } = await listing.beside(await listing.place(identity, guid))
  return [previous?.guid ?? null, next?.guid ?? null]
}

test('in a folder of 10,000 files the neighbours of each are found', async () => {
  const mia = await addMember(world, room, 'mia@example.net')
  for (const at of [0, 1, 4999, count - 1]) {
    expect(await beside(mia, guids[at]!)).toEqual([guids[at - 1] ?? null, guids[at + 1] ?? null])
  }
})

test('where all others of 10,000 are hidden there are none, and where all but the outer ones, these', async () => {
  const noah = await addMember(world, room, 'noah@example.net')
  const hidden = guids.slice(1, -1).filter((guid) => guid !== guids[5000])
  await addRule(world, noah, hidden, -1)
  expect(await beside(noah, guids[5000]!)).toEqual([guids[0], guids.at(-1)])
  await addRule(world, noah, guids[0]!, -1)
  await addRule(world, noah, guids.at(-1)!, -1)
  expect(await beside(noah, guids[5000]!)).toEqual([null, null])
})

test('where nothing of 10,000 is seen but what is granted by itself, only that is beside it', async () => {
  const zoe = await addMember(world, room, 'zoe@example.net')
  await addRule(world, zoe, room, 0)
  await addRule(world, zoe, guids[70]!, 1)
  expect(await beside(zoe, guids[70]!)).toEqual([null, null])
  await addRule(world, zoe, guids[4]!, 2)
  await addRule(world, zoe, guids[9000]!, 3)
  expect(await beside(zoe, guids[70]!)).toEqual([guids[4], guids[9000]])
})
