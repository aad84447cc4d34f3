import { expect, test } from 'vitest'
import { newGuid } from '#server/db/open.ts'
import { addFile, addPageImage } from '#tests/support/unit/files.ts'
import { addUser } from '#tests/support/unit/users.ts'
import { openWorld } from '#tests/support/unit/world.ts'
import { unusedObjects } from './unused-objects.ts'

test('of more objects than one part holds, those that are old and unused are found', async () => {
  const world = await openWorld()
  const objects = Array.from({ length: 1_200 }, (_, at) => ({
    guid: newGuid(),
    size: 1,
    crc32: 1,
    sha256: null,
    wrapped_key: 'x',
    created_at: at % 3 === 0 ? 10 : 5,
  }))
  await world.database.kysely.insertInto('object').values(objects).execute()
  const old = objects.filter((object) => object.created_at === 5).map((object) => object.guid)
  const [original, image] = [old.pop()!, old.pop()!]
  await addPageImage(world, await addFile(world, await addUser(world), { object_guid: original }), image)
  const parts: string[][] = []
  for await (const part of unusedObjects(world.database, 10)) parts.push(part.map((object) => object.guid))
  expect(parts.length).toBeGreaterThan(1)
  expect(parts.flat().toSorted()).toEqual(old.toSorted())
})
