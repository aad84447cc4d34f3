import { Readable } from 'node:stream'
import type { Identity } from '#server/accounts/identity.ts'
import type { Client } from '#server/accounts/sign-in/sessions.ts'
import { maxFilesInFolders } from '#server/rules/sharing/options.ts'
import type { Plans } from '#server/rules/product/plans.ts'
import { Problem } from '#server/rules/problems.ts'
import { readNote, type Note } from '#server/shares/sending/note.ts'
import type { Arrived } from '#server/uploads/arrivals.ts'
import type { Charged } from '#server/uploads/usage.ts'
import type { Uploads } from '#server/uploads/uploads.ts'
import type { SameName } from './adding-forms.ts'
import { ArrivingFiles, notThere } from './arriving-files.ts'
import { ArrivingFolders } from './arriving-folders.ts'
import { astrayFiles, foldersBefore, readPaths } from './arriving-paths.ts'
import { batchOf, openBatch, placesAdded, writeBatch, writeOutcome } from '#server/rooms/news/batch-rows.ts'
import { dropOwnArrived, ownArrived } from './own-arrived.ts'
import { authorizeRoom, type ItemFound } from '#server/rooms/access/authorize-room.ts'
import { makeFolder, recordFolder } from './new-folder.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import { lockTarget, openTarget, type Target } from './target.ts'

type Deps = ConstructorParameters<typeof ArrivingFiles>[0] & { uploads: Uploads; plans: Plans }

/** `notTaken` did not even arrive. */
export type NewFiles = {
  fileGuids: readonly string[]
  notTaken: readonly { name: string; reason: string }[]
  /** The folders below the target for each file, from the form. */
  paths?: readonly string[]
  sameName: SameName
  /** What those of the files ask for that have a password. */
  documentPassword?: string
}

/** Some of what is added together: `from` is how many files of the batch came before these. */
export type NewPart = NewFiles & {
  /** Null in the first part. */
  batch: string | null
  from: number
  /** Paths below the target, each after those above it. */
  newFolders: readonly string[]
}
/** Who will own a file that is uploaded for a room, who uploads it, and how large it can be (bytes). */
export type Receiving = { owner: Charged; broughtBy: string; roomGuid: string; limitBytes: number }

/** Adds files, notes and folders to a room. Every method checks the room's policy and the folder's permission. */
export class Adding {
  readonly #deps: Deps
  readonly #arriving: ArrivingFiles
  readonly #folders: ArrivingFolders

  constructor(deps: Deps) {
    this.#deps = deps
    this.#arriving = new ArrivingFiles(deps)
    this.#folders = new ArrivingFolders(deps)
  }

  /**
   * The folder to which someone can add. Throws what the room's policy says, notFound for what is hidden, not a folder
   * or not in this room, and roomRoleNeeded.
   */
  place(identity: Identity, target: Target): Promise<{ room: RoomAccess; folder: ItemFound }> {
    const { database, clock } = this.#deps
    return openTarget(database.kysely, identity, target, clock())
  }

  /** For whom a file for this folder is received. Throws what `place` throws. */
  async receiving(identity: Identity, target: Target): Promise<Receiving> {
    const { room } = await this.place(identity, target)
    const limitBytes = this.#deps.plans.of(room.owner.tierCode).maxUploadBytes
    return { owner: room.owner, broughtBy: room.email ?? '', roomGuid: room.guid, limitBytes }
  }

  /** The actor's files that have been uploaded for this room and were not added to it. */
  waiting(identity: Identity, roomGuid: string, fileGuids: readonly string[]): Promise<Arrived[]> {
    return ownArrived(this.#deps.database.kysely, identity, roomGuid, fileGuids)
  }

  /** Removes the actor's files that were uploaded for a room to which they can no longer be added. */
  drop(identity: Identity, roomGuid: string, fileGuids: readonly string[]): Promise<void> {
    return dropOwnArrived(this.#deps, identity, roomGuid, fileGuids)
  }

  /**
   * Creates a folder and answers its guid. Throws what `place` throws, fileNameRefused, textRefused and nameTaken on
   * the field `name`, and tooDeep.
   */
  async addFolder(identity: Identity, target: Target, name: string, client: Client): Promise<string> {
    const { database, events, clock, words } = this.#deps
    return database.transaction(async (tx) => {
      const { room, folder } = await lockTarget(tx, identity, target, clock())
      const made = await makeFolder(tx, room, folder, { name, words, now: clock() })
      await recordFolder(events, tx, room, made, client)
      return made.guid
    })
  }

  /**
   * Adds uploaded files to a folder, each separately, and returns the guid of the batch that records the outcome of
   * each. Throws what `place` throws; files not yet added are then removed, even if the permission was lost along the
   * way. Throws fileMissing and tooManyFiles. Folders on the path of a file are found by name or created with it; a
   * file with an invalid path is removed.
   */
  async addFiles(identity: Identity, target: Target, files: NewFiles, client: Client): Promise<string> {
    const chosen = [...new Set(files.fileGuids)]
    if (chosen.length + files.notTaken.length === 0) {
      await this.place(identity, target)
      throw new Problem('fileMissing', { field: 'file', text: 'Choose at least one file.' })
    }
    if (chosen.length > maxFilesInFolders) {
      const text = `You can add up to ${maxFilesInFolders} files at once. Add the others afterwards.`
      throw new Problem('tooManyFiles', { field: 'file', text })
    }
    const part = { ...files, fileGuids: chosen, batch: null, from: 0, newFolders: [] }
    return (await this.addPart(identity, target, part, client)).batch
  }

  /**
   * The same for what is added bit by bit, as files arrive: all parts are one batch, about which members are notified
   * once. Makes folders, even if nothing goes into them, and returns which could not be made. A part that is sent again
   * adds nothing twice. Throws what `addFiles` throws, and notFound for a batch that is not the actor's, is of another
   * folder, or was announced.
   */
  async addPart(
    identity: Identity,
    target: Target,
    part: NewPart,
    client: Client,
  ): Promise<{ batch: string; notMade: { name: string; reason: string }[] }> {
    const { folders, refused } = readPaths(part.paths ?? [])
    const chosen = part.fileGuids
    const fileGuids = chosen.filter((guid) => !refused.has(guid))
    const lost = chosen.filter((guid) => refused.has(guid))
    const astray = astrayFiles(await this.waiting(identity, target.roomGuid, lost), lost, refused)
    await this.drop(identity, target.roomGuid, lost)
    const batch = await this.#begin(identity, target, part, { fileGuids, astray })
    const notMade = await this.#folders.make(identity, target, part.newFolders, client)
    const { kysely } = this.#deps.database
    const isAdded = await placesAdded(kysely, batch, { from: part.from, count: fileGuids.length })
    const { sameName, documentPassword = '' } = part
    const about = { ...target, batch, sameName, documentPassword }
    const files = fileGuids.map((fileGuid, index) => {
      return { ...about, fileGuid, place: part.from + index, folders: folders.get(fileGuid) ?? [] }
    })
    const missing = files.filter(({ place }) => !isAdded.has(place))
    await this.#arriving.add(identity, target.roomGuid, missing, client)
    return { batch, notMade }
  }

  /** A note as a text document. Throws like `addFiles`, and textRefused, fileNameRefused, badForm on their fields. */
  async addNote(
    identity: Identity,
    target: Target,
    note: Note & { sameName: SameName },
    client: Client,
  ): Promise<string> {
    const { owner, broughtBy } = await this.receiving(identity, target)
    const { fileName, text } = readNote(note, this.#deps.words)
    const bytes = Buffer.from(text)
    const wanted = { fileName, limitBytes: bytes.length, roomGuid: target.roomGuid, broughtBy }
    const fileGuid = await this.#deps.uploads.receive(owner, Readable.from([bytes]), wanted)
    const files = { fileGuids: [fileGuid], notTaken: [], sameName: note.sameName }
    return this.addFiles(identity, target, files, client)
  }

  /**
   * Retries a file of a batch that was uploaded and not added. Throws notFound if there is none of the actor's, and
   * what `place` throws.
   */
  async retry(
    identity: Identity,
    { roomGuid, batch, place }: { roomGuid: string; batch: string; place: number },
    client: Client,
  ): Promise<void> {
    const { database, clock } = this.#deps
    const room = await authorizeRoom(database.kysely, identity, roomGuid, 'add', clock())
    const found = await batchOf(database.kysely, roomGuid, batch)
    const line = found?.lines.find((one) => one.place === place)
    if (!found || !line?.file_guid || found.added_by !== room.email?.toLowerCase())
      throw new Problem('notFound')
    const folders = foldersBefore(line.name)
    const fileGuid = line.file_guid
    const one = { batch, place, fileGuid, sameName: 'both' as const, documentPassword: '', folders }
    const target = { roomGuid, parentGuid: found.parent_guid }
    await this.#arriving.add(identity, roomGuid, [{ ...target, ...one }], client)
  }

  async #begin(
    identity: Identity,
    target: Target,
    part: NewPart,
    { fileGuids, astray }: { fileGuids: readonly string[]; astray: NewFiles['notTaken'] },
  ): Promise<string> {
    const { database, clock } = this.#deps
    try {
      return await database.transaction(async (tx) => {
        const { room } = await lockTarget(tx, identity, target, clock())
        const whose = { ...target, addedBy: room.email ?? '', now: clock() }
        const batch = part.batch === null ? await writeBatch(tx, whose) : part.batch
        if (!(await openBatch(tx, batch, whose))) throw new Problem('notFound')
        for (const [index, { name, reason }] of [...part.notTaken, ...astray].entries()) {
          const place = part.from + fileGuids.length + index
          await writeOutcome(tx, batch, place, { ...notThere, name, note: reason })
        }
        return batch
      })
    } catch (error) {
      await this.drop(identity, target.roomGuid, fileGuids)
      throw error
    }
  }
}
