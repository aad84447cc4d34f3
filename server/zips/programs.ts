import type { Identity } from '#server/accounts/identity.ts'
import type { Client } from '#server/http/client.ts'
import { Problem } from '#server/rules/problems.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import type { ShareAccess } from '#server/viewing/access/facts.ts'
import { collectItems, drafts, folderRows, type Chosen, type EmptyFolder } from './collecting.ts'
import type { Making, MakingDeps } from './making.ts'
import { openPart, type OpenDeps, type OpenedPart, type PartRequest } from './sending/open-part.ts'
import { isPlace, type ZipAddress } from './zip-links.ts'
import { entriesOf, insertEntries, isComplete, isFile, newZip, personsOf, type NewZip } from './zip-rows.ts'
import type { ZipPartRow, ZipRow } from './zip-rows.ts'

/** How a program names an archive of its user. */
export type ZipPlace = Pick<ZipAddress, 'jobDate' | 'batch'>
/** `from`: with the folders below the root of the room, or without any. */
export type AddedItems = {
  room: RoomAccess
  itemGuid: string
  from: 'root' | 'nowhere'
  asRecipient: boolean
}
export type ReadyZip = { zip: ZipRow; parts: ZipPartRow[] }

/** Archives as programs build them: file by file under a name of their own, then finished. */
export class ProgramZips {
  readonly #deps: MakingDeps
  readonly #making: Making
  readonly #opening: OpenDeps

  constructor(deps: MakingDeps, making: Making, opening: OpenDeps) {
    this.#deps = deps
    this.#making = making
    this.#opening = opening
  }

  /** Adds a share that the program was allowed to download, and returns when its copy is stored. */
  addShare(
    identity: Identity,
    place: ZipPlace,
    { found, asRecipient }: { found: ShareAccess; asRecipient: boolean },
    client: Client,
  ): Promise<number> {
    if (found.file.key !== null) throw new Problem('passkeyNeeded')
    const zip = newZip(identity, { ...place, name: 'Files', roomGuid: null, client, now: this.#deps.clock() })
    return this.#add(identity, zip, [{ found, folders: [] }], { asRecipient, client })
  }

  /** Adds a file of a room, or all below a folder that can be downloaded. Throws zipNothing. */
  async addItems(
    identity: Identity,
    place: ZipPlace,
    { room, itemGuid, from, asRecipient }: AddedItems,
    client: Client,
  ): Promise<number> {
    const { database, clock } = this.#deps
    const { chosen, emptyFolders } = await collectItems(
      database.kysely,
      identity,
      room,
      [itemGuid],
      clock(),
      'root',
    )
    const placed = from === 'root' ? chosen : chosen.map(({ found }) => ({ found, folders: [] }))
    if (chosen.length === 0) throw new Problem('zipNothing')
    const zip = newZip(identity, { ...place, name: room.name, roomGuid: room.guid, client, now: clock() })
    const folders = from === 'root' ? emptyFolders : []
    return this.#add(identity, zip, placed, { asRecipient, client }, folders)
  }

  /** Finishes an archive; of one that is finished the parts. Throws notFound. */
  async finish(identity: Identity, place: ZipPlace): Promise<ReadyZip> {
    const { database } = this.#deps
    const zip = await this.#find(identity, place)
    if (!zip) throw new Problem('notFound')
    if (zip.ready_at === null) {
      const whole = await this.#making.finished(zip, await this.#making.prepareAll(zip))
      await database.transaction((tx) => this.#making.write(tx, zip.guid, whole))
    }
    const parts = await database.kysely
      .selectFrom('zip_part')
      .selectAll()
      .where('zip_guid', '=', zip.guid)
      .orderBy('number')
      .execute()
    if (parts.length === 0) throw new Problem('zipNothing')
    return { zip, parts }
  }

  /** How many files an archive has that is being prepared; null if there is none of that name. */
  async count(identity: Identity, place: ZipPlace): Promise<{ done: number; total: number } | null> {
    const zip = await this.#find(identity, place)
    if (!zip) return null
    const entries = await entriesOf(this.#deps.database.kysely, zip.guid).execute()
    const files = entries.filter(isFile)
    return { done: files.filter(isComplete).length, total: files.length }
  }

  /** A part for the link of a program. Throws notFound for anyone else's, zipChanged. */
  async open(zipGuid: string, request: PartRequest): Promise<OpenedPart> {
    const zip = await this.#own(request.identity).where('guid', '=', zipGuid).executeTakeFirst()
    if (!zip) throw new Problem('notFound')
    return openPart(this.#opening, zip, request)
  }

  #own(identity: Identity) {
    const persons = personsOf(identity)
    return this.#deps.database.kysely
      .selectFrom('zip')
      .selectAll()
      .where('person', 'in', persons.length > 0 ? persons : [''])
  }

  async #find(identity: Identity, { jobDate, batch }: ZipPlace): Promise<ZipRow | undefined> {
    if (!isPlace({ jobDate, batch })) throw new Problem('notFound')
    return this.#own(identity).where('job_date', '=', jobDate).where('batch', '=', batch).executeTakeFirst()
  }

  async #add(
    identity: Identity,
    zip: NewZip,
    chosen: readonly Chosen[],
    { asRecipient, client }: { asRecipient: boolean; client: Client },
    emptyFolders: readonly EmptyFolder[] = [],
  ): Promise<number> {
    const { database, clock, markedCopies } = this.#deps
    const place = { jobDate: zip.job_date, batch: zip.batch }
    const known = await this.#find(identity, place)
    // All of it is in one room, or none of it: so it is checked together.
    if (known && (known.ready_at !== null || known.room_guid !== zip.room_guid))
      throw new Problem('zipChanged')
    const { guid } = known ?? zip
    await database.transaction(async (tx) => {
      if (!known) await tx.insertInto('zip').values(zip).execute()
      const before = await entriesOf(tx, guid).execute()
      const added = new Set(before.map(({ share_guid: share }) => share))
      const further = chosen.filter(({ found }) => !added.has(found.shareGuid))
      const draftOf = { zipGuid: guid, first: before.length, client, now: clock(), asRecipient }
      const folders = emptyFolders.filter(({ guid: folder }) => !added.has(folder))
      await insertEntries(tx, [
        ...(await drafts({ kysely: tx, markedCopies }, further, draftOf)),
        ...folderRows(folders, { ...draftOf, first: before.length + further.length }),
      ])
    })
    const whole = await this.#find(identity, place)
    if (whole) await this.#making.prepareAll(whole)
    return chosen.length
  }
}
