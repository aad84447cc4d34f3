import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { tables, type AnyRows } from '#server/operations/tables.ts'
import type { App } from './app.ts'

/** Every row that there is, by its table. Only how often a network came recently is left out. */
export async function everything(app: App): Promise<Record<string, unknown[]>> {
  await app.settle()
  const kysely = app.strongroom.services.database.kysely as unknown as AnyRows
  const found: Record<string, unknown[]> = {}
  for (const { name, key } of tables.filter((table) => table.name !== 'rate'))
    found[name] = await key
      .reduce((query, column) => query.orderBy(column), kysely.selectFrom(name).selectAll())
      .execute()
  return found
}

/** The names of all files that are stored. */
export async function storedFiles({ dataDir }: App): Promise<string[]> {
  const entries = await readdir(path.join(dataDir, 'objects'), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted()
}
