import type { Kysely } from 'kysely'
import type { Database } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import type { FileKind } from '#server/rules/files/files.ts'
import { maxSearchWords, searchWords } from '#server/rules/text/search-words.ts'
import { broughtBy, itemRows, type ItemListed, type News } from '#server/rooms/tree/folder-page.ts'
import { ancestorsOf } from '#server/rooms/access/authorize-room.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import { VisibilityFilter } from '#server/rooms/rights/visibility-filter.ts'
import { pathsTo, type PathStep } from '#server/rooms/tree/paths.ts'
import { itemsWith } from './items-in-rooms.ts'

type Deps = { database: Database }

export type RoomQuery = {
  /** Words of names; each is the beginning of one. */
  words: string
  kind: FileKind | 'folder' | null
  /** Only what was added after this moment; epoch milliseconds. */
  since: number | null
  news: News | null
}

/** What was found, with the folders above it from the root down. */
export type Hit = ItemListed & { above: { guid: string; name: string }[] }
/** `hasMore` if more items match than are listed. */
export type Found = { hits: Hit[]; hasMore: boolean }

/** What a search lists; for more, people have to enter more words. */
export const maxHits = 200
/** How many are checked together: the person may not see some of them. */
const batchSize = 1000

/** Finding items of a room by name, kind and age, for each person among what they can see. */
export class RoomSearch {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * The first matches, by name; without words the newest first. Nothing reveals what is hidden, not even that there is
   * more. `room` has been authorized.
   */
  async find(room: RoomAccess, query: RoomQuery): Promise<Found> {
    const { kysely } = this.#deps.database
    const wanted = searchWords(query.words).slice(0, maxSearchWords)
    // A text without letters and digits finds nothing.
    if (wanted.length === 0 && query.words.trim() !== '') return { hits: [], hasMore: false }
    const visible = await VisibilityFilter.of(kysely, room)
    const seen = await this.#seen(visible, candidates(kysely, room.guid, wanted, query))
    const paths = new Map(seen.map(({ guid, path }) => [guid, path]))
    const shown = seen.slice(0, maxHits)
    const rows =
      shown.length === 0
        ? []
        : await itemRows(
            kysely,
            shown.map(({ guid }) => guid),
          ).execute()
    const byGuid = new Map(rows.map((row) => [row.guid, row]))
    const hits = shown.flatMap(({ guid }) => {
      const row = byGuid.get(guid)
      return row ? [{ ...row, above: paths.get(guid)!.map(({ guid, name }) => ({ guid, name })) }] : []
    })
    return { hits, hasMore: seen.length > maxHits }
  }

  /** Continues until there is one more than is listed, or no candidate is left. */
  async #seen(visible: VisibilityFilter, found: ReturnType<typeof candidates>) {
    const { kysely } = this.#deps.database
    const above = new Map<string, PathStep[]>()
    const seen: { guid: string; path: PathStep[] }[] = []
    for (let offset = 0; seen.length <= maxHits; offset += batchSize) {
      const rows = await found.limit(batchSize).offset(offset).execute()
      const folders = [...new Set(rows.map((row) => row.parent_guid!))].filter((guid) => !above.has(guid))
      for (const [guid, path] of await pathsTo(kysely, folders)) above.set(guid, path)
      for (const row of rows) {
        // What has no path is in the trash with a folder above it.
        const path = above.get(row.parent_guid!)
        if (path && visible.sees(ancestorsOf([...path, row]))) seen.push({ guid: row.guid, path })
      }
      if (rows.length < batchSize) break
    }
    return seen
  }
}

/** Everything in a room that matches, regardless of who can see it. */
export function candidates(
  kysely: Kysely<Schema>,
  roomGuid: string,
  words: readonly string[],
  { kind, since, news }: Omit<RoomQuery, 'words'>,
) {
  let items = kysely
    .selectFrom('item')
    .select(['item.guid', 'item.parent_guid', 'item.is_closed'])
    .where('item.binned_at', 'is', null)
    .where('item.parent_guid', 'is not', null)
  if (words.length === 0) items = items.where('item.room_guid', '=', roomGuid)
  for (const word of words) items = items.where('item.guid', 'in', itemsWith(kysely, [roomGuid], word))
  if (kind === 'folder') items = items.where('item.kind', '=', 'folder')
  else if (kind !== null) {
    items = items.where((item) =>
      item.exists(
        item
          .selectFrom('file')
          .select('file.guid')
          .whereRef('file.guid', '=', 'item.file_guid')
          .where('file.kind', '=', kind),
      ),
    )
  }
  if (since !== null) items = items.where('item.changed_at', '>', since)
  if (news !== null) {
    items = items.where('item.changed_at', '>', news.since).where(broughtBy, '<>', news.email.toLowerCase())
  }
  const inOrder =
    words.length === 0 ? items.orderBy('item.changed_at', 'desc') : items.orderBy('item.name_key')
  return inOrder.orderBy('item.guid')
}
