import type { Identity } from '#server/accounts/identity.ts'
import type { Client } from '#server/accounts/sign-in/sessions.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import type { Events } from '#server/events/events.ts'
import type { Log } from '#server/log.ts'
import type { Rendering } from '#server/rendering/rendering.ts'
import { authorizeRoom } from '#server/rooms/access/authorize-room.ts'
import { writeOutcome } from '#server/rooms/news/batch-rows.ts'
import type { ItemRenderFailures } from '#server/rooms/news/item-render-failures.ts'
import { reachFolder } from '#server/rooms/tree/reach-folder.ts'
import { Problem } from '#server/rules/problems.ts'
import type { WordFilter } from '#server/rules/text/text.ts'
import type { Vault } from '#server/storage/vault.ts'
import type { Uploads } from '#server/uploads/uploads.ts'
import type { SameName } from './adding-forms.ts'
import { pathOf } from './arriving-paths.ts'
import { openOrTell } from './document-password.ts'
import { recordFolder } from './new-folder.ts'
import { putFile } from './put-file.ts'
import { dropOwnArrived, ownArrived } from './own-arrived.ts'
import { lockTarget, openTarget, type Found, type Target } from './target.ts'

type Deps = {
  database: Database
  events: Events
  uploads: Pick<Uploads, 'take'>
  vault: Vault
  rendering: Pick<Rendering, 'takePassword'>
  itemRenderFailures: ItemRenderFailures
  words: { blockedWords?: WordFilter }
  clock: () => number
  log: Log
}

/** One file of a batch on its way into a folder. */
export type ArrivingFile = Target & {
  batch: string
  place: number
  fileGuid: string
  sameName: SameName
  /** Empty where none was typed. */
  documentPassword: string
  /** Under the target, from above. */
  folders: readonly string[]
}

/** How many are added in one transaction. Whatever else is written meanwhile waits for it. */
const batchSize = 20

/** What is kept of a file that is nowhere. */
export const notThere = { item_guid: null, version: null, file_guid: null }

/** Files that have arrived, on their way into a room: each is added or not, with the record of how it went. */
export class ArrivingFiles {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * Adds files to a folder, or keeps why not for each. Throws only where nothing may be added any more; those that were
   * not added yet are removed then.
   */
  async add(
    identity: Identity,
    roomGuid: string,
    files: readonly ArrivingFile[],
    client: Client,
  ): Promise<void> {
    try {
      for (let from = 0; from < files.length; from += batchSize) {
        const some = files.slice(from, from + batchSize)
        if (some.length > 1 && (await this.#areInserted(identity, some, client))) continue
        for (const one of some) await this.#addOne(identity, one, client)
      }
    } catch (error) {
      const fileGuids = files.map(({ fileGuid }) => fileGuid)
      await dropOwnArrived(this.#deps, identity, roomGuid, fileGuids)
      throw error
    }
  }

  /** Whether all of them could be added; otherwise none of them was. */
  async #areInserted(identity: Identity, files: readonly ArrivingFile[], client: Client): Promise<boolean> {
    try {
      await this.#deps.database.transaction((tx) => this.#insert(tx, identity, files, client))
      return true
    } catch {
      // Which of them could not, and why, is known once each is tried by itself.
      return false
    }
  }

  async #addOne(identity: Identity, one: ArrivingFile, client: Client): Promise<void> {
    const { database, log, clock } = this.#deps
    const { roomGuid, batch, place, fileGuid } = one
    try {
      await database.transaction((tx) => this.#insert(tx, identity, [one], client))
    } catch (error) {
      const { kysely } = database
      await openTarget(kysely, identity, one, clock())
      if (!(error instanceof Problem)) log.error({ err: error }, 'A file could not be put into a room')
      const [file] = await ownArrived(kysely, identity, roomGuid, [fileGuid])
      const { text } = error instanceof Problem ? error : new Problem('unexpected')
      const name = pathOf(one.folders, file?.name ?? 'A file')
      const outcome = { ...notThere, name, file_guid: file?.guid ?? null, note: text }
      await database.transaction((tx) => writeOutcome(tx, batch, place, outcome))
    }
  }

  /** Files for one target: what is asked of it, and of each folder below it, holds until the commit. */
  async #insert(
    tx: Transaction,
    identity: Identity,
    files: readonly ArrivingFile[],
    client: Client,
  ): Promise<void> {
    let target = await lockTarget(tx, identity, files[0]!, this.#deps.clock())
    const reached = new Map<string, Found>()
    for (const one of files) {
      const key = JSON.stringify(one.folders)
      let found = reached.get(key)
      if (!found) {
        found = await this.#reach(tx, identity, target, { one, client })
        reached.set(key, found)
        // Who makes a folder in a room that hides new ones sees it by a rule that is written with it.
        target = { ...target, room: found.room }
      }
      await this.#insertInto(tx, found, one, client)
    }
  }

  async #insertInto(
    tx: Transaction,
    { room, folder }: Found,
    one: ArrivingFile,
    client: Client,
  ): Promise<void> {
    const { uploads, vault, events, clock } = this.#deps
    const file = await uploads.take(tx, room.owner, one.fileGuid, room.guid, room.email ?? '')
    const { sameName } = one
    const outcome = await putFile(tx, vault, { room, folder, file, sameName, now: clock() })
    await writeOutcome(tx, one.batch, one.place, { ...outcome, name: pathOf(one.folders, outcome.name) })
    const isNew = outcome.version === 1
    await events.record(tx, {
      subject: outcome.item_guid!,
      roomGuid: room.guid,
      kind: isNew ? 'FileAdded' : 'FileReplaced',
      actor: room.email,
      client,
      detail: isNew ? { name: outcome.name } : { name: outcome.name, version: outcome.version },
    })
    await openOrTell(this.#deps, tx, file, one.documentPassword)
  }

  /** The folder into which a file goes, held, with those above it that were missing. */
  #reach(
    tx: Transaction,
    identity: Identity,
    target: Found,
    { one, client }: { one: ArrivingFile; client: Client },
  ): Promise<Found> {
    const { events, clock, words } = this.#deps
    return reachFolder(tx, target, {
      names: one.folders,
      words,
      now: clock(),
      made: async (folder) => {
        const room = await authorizeRoom(tx, identity, one.roomGuid, 'add', clock())
        await recordFolder(events, tx, room, folder, client)
        return room
      },
    })
  }
}
