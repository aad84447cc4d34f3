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
import { ownArrived } from './own-arrived.ts'
import { lockTarget, openTarget, type Target } from './target.ts'

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

/** What is kept of a file that is nowhere. */
export const notThere = { item_guid: null, version: null, file_guid: null }

/** Files that have arrived, on their way into a room: each by itself, with the record of how it went. */
export class ArrivingFiles {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Adds one file, or keeps why not; throws only where nothing may be added here any more. */
  async add(identity: Identity, one: ArrivingFile, client: Client): Promise<void> {
    const { database, log, clock } = this.#deps
    const { roomGuid, batch, place, fileGuid } = one
    try {
      await database.transaction((tx) => this.#insert(tx, identity, one, client))
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

  async #insert(tx: Transaction, identity: Identity, one: ArrivingFile, client: Client): Promise<void> {
    const { uploads, vault, events, clock } = this.#deps
    const { room, folder } = await this.#reach(tx, identity, one, client)
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
  async #reach(tx: Transaction, identity: Identity, one: ArrivingFile, client: Client) {
    const { events, clock, words } = this.#deps
    return reachFolder(tx, await lockTarget(tx, identity, one, clock()), {
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
