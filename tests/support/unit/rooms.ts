import type { User } from '#server/accounts/users.ts'
import { newGuid } from '#server/db/open.ts'
import { nameKey } from '#server/rules/accounts/names.ts'
import { indexItems, positionGap, writeItem, writeRoom, type NewItem } from '#server/rooms/rows.ts'
import type { Here } from './users.ts'

/** An empty room; answers its guid, which is its root folder's too. */
export function addRoom({ database, now }: Here, owner: User, name = 'Alba'): Promise<string> {
  const person = { guid: owner.guid, email: owner.email, name: `${owner.firstName} ${owner.lastName}` }
  const room = { owner: person, name, description: '', version: 2, now } as const
  return database.transaction((tx) => writeRoom(tx, room))
}

/** A folder, or a file where `fileGuid` says which, at the end of the root or of the folder that is named. */
export function addItem(
  { database, now }: Here,
  item: Pick<NewItem, 'roomGuid' | 'name'> & Partial<NewItem>,
): Promise<string> {
  const standard = { parentGuid: item.roomGuid, fileGuid: null, addedBy: 'owner@example.com', now }
  return database.transaction((tx) => writeItem(tx, { ...standard, ...item }))
}

/** Many files at once, in an empty folder and all alike; answers their guids. */
export async function addManyFiles(
  { database, now }: Here,
  names: readonly string[],
  { roomGuid, parentGuid = roomGuid, fileGuid, gap = positionGap }: Many,
): Promise<string[]> {
  const same = { room_guid: roomGuid, parent_guid: parentGuid, kind: 'file', file_guid: fileGuid } as const
  const added = { is_closed: 0, added_by: 'owner@example.com', added_at: now, changed_at: now } as const
  const rows = names.map((name, at) => {
    return { guid: newGuid(), name, name_key: nameKey(name), position: (at + 1) * gap, ...same, ...added }
  })
  await database.transaction(async (tx) => {
    for (let at = 0; at < rows.length; at += 500)
      await tx
        .insertInto('item')
        .values(rows.slice(at, at + 500))
        .execute()
    await indexItems(tx, rows)
  })
  return rows.map(({ guid }) => guid)
}

type Many = { roomGuid: string; parentGuid?: string; fileGuid: string; gap?: number }
