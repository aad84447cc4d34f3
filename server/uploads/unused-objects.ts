import type { Database } from '#server/db/open.ts'

/** `size` in bytes. */
export type UnusedObject = { guid: string; size: number }

const batchSize = 200

/**
 * Object rows from before a time that nothing refers to, in parts that may be empty: a process ended between storing an
 * object and using it. Each part reads few rows, so that others get their turn in between.
 */
export async function* unusedObjects(database: Database, before: number): AsyncGenerator<UnusedObject[]> {
  let after = ''
  for (;;) {
    const objects = await database.kysely
      .selectFrom('object')
      .select(['guid', 'size', 'created_at'])
      .where('guid', '>', after)
      .orderBy('guid')
      .limit(batchSize)
      .execute()
    const old = objects.filter((object) => object.created_at < before)
    const guids = old.map((object) => object.guid)
    const used = await usedOf(database, guids)
    yield old.filter((object) => !used.has(object.guid))
    if (objects.length < batchSize) return
    after = objects.at(-1)!.guid
  }
}

// Checked by name and not in one query with the objects: for that PostgreSQL may read the whole table of files.
async function usedOf({ kysely }: Database, guids: string[]): Promise<Set<string>> {
  if (guids.length === 0) return new Set()
  const files = kysely.selectFrom('file').select('object_guid').where('object_guid', 'in', guids)
  const images = kysely.selectFrom('page_image').select('object_guid').where('object_guid', 'in', guids)
  const made = kysely.selectFrom('conversion').select('object_guid').where('object_guid', 'in', guids)
  const zipped = kysely.selectFrom('zip_entry').select('object_guid').where('object_guid', 'in', guids)
  const exported = kysely
    .selectFrom('prepared_export')
    .select('object_guid')
    .where('object_guid', 'in', guids)
  const rows = await files
    .unionAll(images)
    .unionAll(made)
    .$castTo<{ object_guid: string | null }>()
    .unionAll(zipped)
    .unionAll(exported)
    .execute()
  return new Set(rows.flatMap(({ object_guid: guid }) => guid ?? []))
}
