import type { Client } from '#server/accounts/sign-in/sessions.ts'
import { newGuid, type Transaction } from '#server/db/open.ts'
import type { Events } from '#server/events/events.ts'
import { folderName } from '#server/rules/rooms/folder-name.ts'
import { Problem } from '#server/rules/problems.ts'
import { deepestFolder } from '#server/rules/rooms/room-roles.ts'
import { plainText, type WordFilter } from '#server/rules/text/text.ts'
import { namesakes } from './namesakes.ts'
import type { ItemFound } from '#server/rooms/access/authorize-room.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import { writeItem } from '#server/rooms/rows.ts'

type NewFolder = { name: string; words: { blockedWords?: WordFilter }; now: number }

/**
 * Creates a folder in one that the caller has locked. Throws on the field `name`: fileNameRefused, textRefused for
 * blocked words, nameTaken if this person sees something with that name, and tooDeep.
 */
export async function makeFolder(
  tx: Transaction,
  room: RoomAccess,
  parent: ItemFound,
  { name: typed, words, now }: NewFolder,
): Promise<{ guid: string; name: string }> {
  const name = nameFor(typed, words)
  if (parent.path.length > deepestFolder) throw new Problem('tooDeep', { field: 'name' })
  const [taken] = await namesakes(tx, room, parent.path, name)
  if (taken) throw new Problem('nameTaken', { field: 'name' })
  const guid = await writeItem(tx, {
    roomGuid: room.guid,
    parentGuid: parent.item.guid,
    name,
    fileGuid: null,
    isClosed: room.hidesNewFolders,
    addedBy: room.email ?? '',
    now,
  })
  if (room.hidesNewFolders) await keepInSight(tx, room, guid)
  return { guid, name }
}

/** Has it on record who made a folder. */
export function recordFolder(
  events: Events,
  tx: Transaction,
  room: RoomAccess,
  { guid, name }: { guid: string; name: string },
  client: Client,
): Promise<void> {
  const whose = { subject: guid, roomGuid: room.guid, actor: room.email, client }
  return events.record(tx, { ...whose, kind: 'FolderMade', detail: { name } })
}

/** Who makes a folder that begins hidden goes on seeing it. */
async function keepInSight(tx: Transaction, room: RoomAccess, folderGuid: string): Promise<void> {
  if (room.grants === 'all' || !room.member) return
  await tx
    .insertInto('room_rule')
    .values({
      guid: newGuid(),
      item_guid: folderGuid,
      member_guid: room.member.guid,
      group_guid: null,
      right_code: 4,
    })
    .execute()
}

/** The name as it is stored, if it is valid and has no blocked words. */
function nameFor(typed: string, words: { blockedWords?: WordFilter }): string {
  const name = folderName(typed)
  // The rest of the rule for texts is not for names: R&D is one.
  return words.blockedWords?.isIn(name) ? plainText(name, { field: 'name', maxLength: 255, ...words }) : name
}
