import type { Transaction } from '#server/db/open.ts'
import { folderName } from '#server/rules/rooms/folder-name.ts'
import { Problem } from '#server/rules/problems.ts'
import type { WordFilter } from '#server/rules/text/text.ts'
import { namesakes } from '#server/rooms/adding/namesakes.ts'
import { makeFolder } from '#server/rooms/adding/new-folder.ts'
import type { ItemFound } from '#server/rooms/access/authorize-room.ts'
import { placeIn } from './place.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import { lockFolder } from '#server/rooms/rows.ts'

export type Reaching = {
  names: readonly string[]
  words: { blockedWords?: WordFilter }
  now: number
  /** Called for each folder that was created; returns the room as its creator then has it. */
  made(folder: { guid: string; name: string }): Promise<RoomAccess>
}

/**
 * Descends by names from a folder that the caller has locked, and creates the folders that are missing. Only folders
 * this person sees count: beside one hidden from them another is created, so that nothing is revealed. Answers the last
 * one, locked. Throws what `makeFolder` throws, nameTaken also if a file has the name, and roomRoleNeeded for a folder
 * to which this person cannot add.
 */
export async function reachFolder(
  tx: Transaction,
  place: { room: RoomAccess; folder: ItemFound },
  { names, words, now, made }: Reaching,
): Promise<{ room: RoomAccess; folder: ItemFound }> {
  let { room, folder } = place
  for (const name of names) {
    const same = await namesakes(tx, room, folder.path, folderName(name))
    const folders = same.filter(({ item }) => item.kind === 'folder')
    const open = folders.find(({ powers }) => powers.mayAdd)
    if (folders.length > 0 && !open)
      throw new Problem('roomRoleNeeded', {
        text: `The folder ${name} already exists and you can’t add to it.`,
      })
    if (open) {
      folder = open
    } else {
      const { guid, ...rest } = await makeFolder(tx, room, folder, { name, words, now })
      // In a room that hides new folders, its creator sees it by a rule that has just been written.
      room = await made({ guid, ...rest })
      folder = await placeIn(tx, room, guid)
    }
    // It may have been moved to the trash since it was found.
    if (!(await lockFolder(tx, folder.item.guid))) throw new Problem('placeGone')
  }
  return { room, folder }
}
