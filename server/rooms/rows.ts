import { sql, type Kysely } from 'kysely'
import { prepared, type Slots } from '#server/db/prepared.ts'
import { newGuid, type Transaction } from '#server/db/open.ts'
import type { ItemTable, MemberTable } from '#server/db/tables/room-tables.ts'
import type { Schema } from '#server/db/schema.ts'
import { nameKey } from '#server/rules/accounts/names.ts'
import type { Watermark } from '#server/rules/sharing/options.ts'
import { searchWords } from '#server/rules/text/search-words.ts'
import type { Role, RoomVersion } from '#server/rules/rooms/room-roles.ts'

/** The gap between two siblings, so that something can be inserted between them. */
export const positionGap = 65_536

export type NewRoom = {
  owner: { guid: string; email: string; name: string }
  name: string
  description: string
  version: RoomVersion
  /** None if omitted. */
  watermark?: Watermark
  now: number
}

/** Writes a room with its root folder and its owner, and returns its guid. */
export async function writeRoom(tx: Transaction, room: NewRoom): Promise<string> {
  const guid = newGuid()
  const { owner, name, description, version, watermark, now } = room
  await tx
    .insertInto('room')
    .values({
      guid,
      owner_guid: owner.guid,
      version,
      name,
      description,
      created_at: now,
      archived_at: null,
      binned_at: null,
      watermark_size: watermark?.size ?? null,
      watermark_colour: watermark?.colour ?? null,
      watermark_text: watermark?.text ?? '',
    })
    .execute()
  await tx
    .insertInto('item')
    .values({
      guid,
      room_guid: guid,
      parent_guid: null,
      kind: 'folder',
      name: '',
      name_key: '',
      position: 0,
      file_guid: null,
      is_closed: 0,
      added_by: owner.email,
      added_at: now,
      changed_at: now,
    })
    .execute()
  await writeMember(tx, { roomGuid: guid, email: owner.email, name: owner.name, role: 0, addedBy: '', now })
  return guid
}

export type NewMember = {
  roomGuid: string
  email: string
  name: string
  role: Role
  addedBy: string
  now: number
} & Partial<Pick<MemberTable, 'group_guid' | 'starts_at' | 'expires_at' | 'mail_status'>> & {
    allowed_print?: number
  }

/** Writes a member who is not in the room yet, and returns its guid. */
export async function writeMember(tx: Transaction, member: NewMember): Promise<string> {
  const guid = newGuid()
  const { roomGuid, email, name, role, addedBy, now, ...rest } = member
  await tx
    .insertInto('member')
    .values({
      guid,
      room_guid: roomGuid,
      email: email.toLowerCase(),
      name,
      role,
      added_at: now,
      added_by: addedBy,
      group_guid: null,
      starts_at: null,
      expires_at: null,
      mail_status: 'None',
      ...rest,
    })
    .execute()
  return guid
}

export type NewItem = {
  roomGuid: string
  parentGuid: string
  name: string
  /** Null creates a folder. */
  fileGuid: string | null
  isClosed?: boolean
  addedBy: string
  now: number
}

/** Writes a folder or a file at the end of a folder whose row the caller has locked, and returns its guid. */
export async function writeItem(tx: Transaction, item: NewItem): Promise<string> {
  const guid = newGuid()
  const { roomGuid, parentGuid, name, fileGuid, isClosed = false, addedBy, now } = item
  await tx
    .insertInto('item')
    .values({
      guid,
      room_guid: roomGuid,
      parent_guid: parentGuid,
      kind: fileGuid === null ? 'folder' : 'file',
      name,
      name_key: nameKey(name),
      position: await endOf(tx, parentGuid),
      file_guid: fileGuid,
      is_closed: isClosed ? 1 : 0,
      added_by: addedBy,
      added_at: now,
      changed_at: now,
    })
    .execute()
  if (fileGuid !== null) {
    await tx
      .insertInto('item_version')
      .values({ item_guid: guid, number: 1, file_guid: fileGuid, added_by: addedBy, created_at: now })
      .execute()
  }
  await indexItems(tx, [{ guid, room_guid: roomGuid, name }])
  return guid
}

const lastIn = prepared((kysely, { parentGuid }: Slots<{ parentGuid: string }>) =>
  kysely
    .selectFrom('item')
    .select('position')
    .where('parent_guid', '=', parentGuid)
    .where('binned_at', 'is', null)
    .orderBy('position', 'desc')
    .limit(1),
)

/** The position after everything in a folder. */
export async function endOf(tx: Transaction, parentGuid: string): Promise<number> {
  const [last] = await lastIn(tx, { parentGuid })
  return (last?.position ?? 0) + positionGap
}

type NamedItem = Pick<ItemTable, 'guid' | 'room_guid' | 'name'>

/** Rows of `item_word` in one statement. */
const wordBatchSize = 1_000

/** Makes new items findable by the words of their names. */
export async function indexItems(tx: Transaction, items: readonly NamedItem[]): Promise<void> {
  const rows = items.flatMap(({ guid, room_guid, name }) =>
    [...new Set(searchWords(name))].map((word) => ({ room_guid, word, item_guid: guid })),
  )
  for (let at = 0; at < rows.length; at += wordBatchSize) {
    const some = rows.slice(at, at + wordBatchSize)
    await tx.insertInto('item_word').values(some).execute()
  }
}

/** Makes an item that has another name findable by that one alone. */
export async function reindexItem(tx: Transaction, item: NamedItem): Promise<void> {
  await tx.deleteFrom('item_word').where('item_guid', '=', item.guid).execute()
  await indexItems(tx, [item])
}

/**
 * Locks a folder until the commit, so that of two changes to its list one waits, and counts the change. Returns whether
 * it exists and, if `revision` is given, is as it was seen.
 */
export async function lockFolder(tx: Transaction, folderGuid: string, revision?: number): Promise<boolean> {
  const held = await tx
    .updateTable('item')
    .set((item) => ({ revision: item('revision', '+', 1) }))
    .where('guid', '=', folderGuid)
    .where('kind', '=', 'folder')
    .where('binned_at', 'is', null)
    .$if(revision !== undefined, (query) => query.where('revision', '=', revision!))
    .returning('guid')
    .executeTakeFirst()
  return held !== undefined
}

export const pathColumns = [
  'guid',
  'parent_guid',
  'room_guid',
  'kind',
  'name',
  'file_guid',
  'version',
  'is_closed',
  'added_by',
  'added_at',
  'changed_at',
  'binned_at',
  'revision',
  'position',
] as const
export type ItemRow = Pick<
  Omit<ItemTable, 'version' | 'binned_at' | 'revision'> & {
    version: number
    binned_at: number | null
    revision: number
  },
  (typeof pathColumns)[number]
>

/**
 * An item and all folders above it, from the root down; none if there is no such item, or it or one above is in the
 * trash.
 */
export async function pathTo(kysely: Kysely<Schema>, itemGuid: string): Promise<ItemRow[]> {
  const rows = await pathThroughTrash(kysely, itemGuid)
  return rows.some((row) => row.binned_at !== null) ? [] : rows
}

/** Like `pathTo`, even if something on the path is in the trash. */
export function pathThroughTrash(kysely: Kysely<Schema>, itemGuid: string): Promise<ItemRow[]> {
  return pathRows(kysely, { itemGuid })
}

const pathRows = prepared((kysely, { itemGuid }: Slots<{ itemGuid: string }>) =>
  kysely
    .withRecursive('up', (query) =>
      query
        .selectFrom('item')
        .select(pathColumns)
        .select(sql<number>`0`.as('height'))
        .where('guid', '=', itemGuid)
        .unionAll((above) =>
          above
            .selectFrom('item')
            .innerJoin('up', 'up.parent_guid', 'item.guid')
            .select(pathColumns.map((column) => `item.${column}` as const))
            .select(sql<number>`up.height + 1`.as('height')),
        ),
    )
    .selectFrom('up')
    .select(pathColumns)
    .orderBy('height', 'desc'),
)
