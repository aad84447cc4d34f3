import type { Identity } from '#server/accounts/identity.ts'
import type { Client } from '#server/accounts/sign-in/sessions.ts'
import type { Database } from '#server/db/open.ts'
import type { Events } from '#server/events/events.ts'
import { authorizeRoom, type ItemFound } from '#server/rooms/access/authorize-room.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import { reachFolder } from '#server/rooms/tree/reach-folder.ts'
import { Problem } from '#server/rules/problems.ts'
import { foldersOnPath } from '#server/rules/rooms/folder-name.ts'
import type { WordFilter } from '#server/rules/text/text.ts'
import { recordFolder } from './new-folder.ts'
import { lockTarget, type Target } from './target.ts'

type Deps = {
  database: Database
  events: Events
  words: { blockedWords?: WordFilter }
  clock: () => number
}
type Found = { room: RoomAccess; folder: ItemFound }

/** Folders that someone brings with what is in them, many at a time. */
export class ArrivingFolders {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * Makes the folders that are missing, all in one transaction, and returns why some could not be made. Of each path,
   * those above it come before it, or are made with it. Throws what `Adding.place` throws.
   */
  async make(
    identity: Identity,
    target: Target,
    paths: readonly string[],
    client: Client,
  ): Promise<{ name: string; reason: string }[]> {
    if (paths.length === 0) return []
    const { database, events, words, clock } = this.#deps
    return database.transaction(async (tx) => {
      const now = clock()
      const place = await lockTarget(tx, identity, target, now)
      let { room } = place
      const reached = new Map<string, ItemFound>([['', place.folder]])
      const notMade: { name: string; reason: string }[] = []
      async function made(folder: { guid: string; name: string }) {
        await recordFolder(events, tx, room, folder, client)
        // Where new folders are hidden, who makes one sees it by a rule that was just written.
        if (room.hidesNewFolders) room = await authorizeRoom(tx, identity, target.roomGuid, 'add', now)
        return room
      }
      async function reach(names: readonly string[]): Promise<Found> {
        const above = reached.get(keyOf(names.slice(0, -1)))
        const from = above ?? place.folder
        const left = above ? names.slice(-1) : names
        return reachFolder(tx, { room, folder: from }, { names: left, words, now, made })
      }
      for (const path of paths) {
        try {
          const names = foldersOnPath(path)
          if (!reached.has(keyOf(names))) reached.set(keyOf(names), (await reach(names)).folder)
        } catch (error) {
          if (!(error instanceof Problem)) throw error
          notMade.push({ name: path, reason: error.text })
        }
      }
      return notMade
    })
  }
}

function keyOf(names: readonly string[]): string {
  return names.join('/')
}
