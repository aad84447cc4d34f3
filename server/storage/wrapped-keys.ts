import type { Database } from '#server/db/open.ts'

export type WrappedKey = { guid: string; wrappedKey: string }

/** The wrapped keys of all objects in pages, by guid; with `notBy` only those that another key than that one wrapped. */
export async function* wrappedKeys(
  { kysely }: Database,
  options: { batchSize?: number; notBy?: string } = {},
): AsyncGenerator<WrappedKey[]> {
  for (let last = ''; ;) {
    let query = kysely
      .selectFrom('object')
      .select(['guid', 'wrapped_key as wrappedKey'])
      .where('guid', '>', last)
      .orderBy('guid')
      .limit(options.batchSize ?? 500)
    if (options.notBy !== undefined) query = query.where('wrapped_key', 'not like', `${options.notBy}.%`)
    const rows = await query.execute()
    if (rows.length === 0) return
    yield rows
    last = rows.at(-1)!.guid
  }
}
