import type { Database } from '#server/db/open.ts'
import type { Storage, StoredName } from './storage.ts'

const batch = 200

/** What is stored but has no row: uploads under way, and what a process that ended left. */
export async function* unknownNames(
  kysely: Database['kysely'],
  storage: Storage,
  mayBe: (stored: StoredName) => boolean = () => true,
): AsyncGenerator<StoredName> {
  let names: StoredName[] = []
  for await (const stored of storage.list()) {
    if (!mayBe(stored)) continue
    names.push(stored)
    if (names.length < batch) continue
    yield* await withoutRow(kysely, names)
    names = []
  }
  if (names.length > 0) yield* await withoutRow(kysely, names)
}

async function withoutRow(kysely: Database['kysely'], names: StoredName[]): Promise<StoredName[]> {
  const guids = names.map(({ name }) => name)
  const rows = await kysely.selectFrom('object').select('guid').where('guid', 'in', guids).execute()
  const known = new Set(rows.map(({ guid }) => guid))
  return names.filter(({ name }) => !known.has(name))
}
