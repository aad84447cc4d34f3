import { expect, onTestFinished, test } from 'vitest'
import { newGuid } from '#server/db/open.ts'
import { openTemporaryDatabase } from '#tests/support/world/database.ts'
import { unusedObjects } from './unused-objects.ts'

test('of more objects than one part holds, those that are old and unused are found', async () => {
  const database = await openTemporaryDatabase()
  onTestFinished(database.close)
  const { kysely } = database
  const objects = Array.from({ length: 1_200 }, (_, at) => ({
    guid: newGuid(),
    size: 1,
    crc32: 1,
    sha256: null,
    wrapped_key: 'x',
    created_at: at % 3 === 0 ? 10 : 5,
  }))
  await kysely.insertInto('object').values(objects).execute()
  const old = objects.filter((object) => object.created_at === 5).map((object) => object.guid)
  const [original, image] = [old.pop()!, old.pop()!]
  await use(original, image)
  const parts: string[][] = []
  for await (const part of unusedObjects(database, 10)) parts.push(part.map((object) => object.guid))
  expect(parts.length).toBeGreaterThan(1)
  expect(parts.flat().toSorted()).toEqual(old.toSorted())

  async function use(objectGuid: string, imageGuid: string): Promise<void> {
    const user = {
      guid: 'user',
      email: 'ann@example.com',
      first_name: 'Ann',
      last_name: 'Lee',
      password_hash: 'x',
      status: 'Active',
      tier_code: 0,
      is_operator: 0,
      time_zone: 'UTC',
      created_at: 1,
      password_changed_at: 1,
    } as const
    await kysely.insertInto('user').values(user).execute()
    const file = {
      guid: 'file',
      owner_guid: 'user',
      object_guid: objectGuid,
      name: 'a.pdf',
      media_type: 'application/pdf',
      kind: 'pdf',
      size: 1,
      render_status: 'Rendered',
      render_error: null,
      render_started_at: null,
      page_count: 1,
      created_at: 1,
      taken_at: 1,
    } as const
    await kysely.insertInto('file').values(file).execute()
    const page = { file_guid: 'file', number: 1, width: 800, object_guid: imageGuid, created_at: 1 }
    await kysely.insertInto('page_image').values(page).execute()
  }
})
