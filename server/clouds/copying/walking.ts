import { sql } from 'kysely'
import type { User } from '#server/accounts/users.ts'
import type { Cloud, CloudItem } from '#server/clouds/provider.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import { copiedName } from '#server/rules/files/copied-names.ts'
import type { Arrivals } from './arrivals.ts'
import { maxCopied, maxFruitless, walkedPage } from './copy-limits.ts'
import { changeItem, lockCopy, noItem, type CopyItemRow, type CopyRow } from './copy-rows.ts'

type Deps = { database: Database; arrivals: Arrivals }
type Folder = { user: User; copy: CopyRow; row: CopyItemRow; cloud: Cloud; signal: AbortSignal }

/** Folders that are copied: made in the room, then read page by page, each page kept before the next is asked for. */
export class Walking {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Reads one page. Throws what the provider throws. */
  async step({ user, copy, row, cloud, signal }: Folder): Promise<void> {
    const { database, arrivals } = this.#deps
    const path = pathBelow(row)
    if (row.walked_to === null) {
      const reason = await arrivals.makeFolder(user, copy, path)
      if (reason !== null) return changeItem(database.kysely, row, { state: 'failed', note: reason })
    }
    const where = { space: row.space, folder: row.item_id }
    const page = await cloud.list(where, { size: walkedPage, cursor: row.walked_to }, signal)
    await database.transaction(async (tx) => {
      const held = await lockCopy(tx, copy.guid)
      if (held?.state !== 'copying') return
      const items = await newAmong(tx, copy.guid, page.items)
      const room = Math.max(0, maxCopied - held.next_place)
      await addItems(tx, held, items.slice(0, room), { space: row.space, path })
      if (items.length > room) return changeItem(tx, row, { state: 'failed', note: tooMany, turn: null })
      if (page.next === null) return changeItem(tx, row, { state: 'done', walked_to: null, turn: null })
      const fruitless = items.length > 0 ? 0 : row.fruitless + 1
      const on = { walked_to: page.next, fruitless, turn: null, tries: 0 }
      await changeItem(
        tx,
        row,
        fruitless < maxFruitless
          ? { ...on, state: 'waiting' }
          : { ...on, fruitless: 0, state: 'failed', note: endless },
      )
    })
  }
}

const endless =
  'The cloud storage doesn’t come to the end of this folder. What it named so far is copied. Try again later.'
const tooMany = `One copy has up to ${maxCopied.toLocaleString('en')} files and folders. The others in this folder weren’t copied.`

/** The folder under the target that a folder becomes. */
export function pathBelow({ path, name }: Pick<CopyItemRow, 'path' | 'name'>): string {
  const own = copiedName(name, 'folder')
  return path === '' ? own : `${path}/${own}`
}

type Named = Pick<CloudItem, 'id' | 'kind' | 'name' | 'bytes'>

/** What is not in a copy yet: a list may change between its pages, name something twice, or begin again. */
export async function newAmong(tx: Transaction, copy: string, items: readonly Named[]): Promise<Named[]> {
  if (items.length === 0) return []
  const byId = new Map(items.map((item) => [item.id, item]))
  const known = await tx
    .selectFrom('cloud_copy_item')
    .select('item_id')
    .where('copy_guid', '=', copy)
    .where('item_id', 'in', [...byId.keys()])
    .execute()
  for (const { item_id: id } of known) byId.delete(id)
  return [...byId.values()]
}

/** Adds what is not there yet. */
export async function addItems(
  tx: Transaction,
  { guid, next_place: first, state }: Pick<CopyRow, 'guid' | 'next_place' | 'state'>,
  items: readonly Named[],
  { space, path }: { space: string; path: string },
): Promise<void> {
  if (items.length === 0) return
  await tx
    .insertInto('cloud_copy_item')
    .values(
      items.map(({ id, kind, name, bytes }, at) => ({
        ...noItem,
        copy_guid: guid,
        place: first + at,
        space,
        item_id: id,
        kind,
        name: name.toWellFormed().replaceAll('\u0000', ' ').slice(0, 1000),
        path,
        bytes,
        state: state === 'choosing' ? ('chosen' as const) : ('waiting' as const),
      })),
    )
    .execute()
  await tx
    .updateTable('cloud_copy')
    .set({ next_place: sql<number>`next_place + ${items.length}` })
    .where('guid', '=', guid)
    .execute()
}
