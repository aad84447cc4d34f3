import type { Identity } from '#server/accounts/identity.ts'
import type { Client } from '#server/accounts/sign-in/sessions.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import type { RenderedSoFar } from '#server/rendering/pdf/asks-for-password.ts'
import type { Rendering } from '#server/rendering/rendering.ts'
import type { RenderRetries } from '#server/rendering/preparing/render-retries.ts'
import { nameKey, underEndingOf } from '#server/rules/accounts/names.ts'
import { Problem } from '#server/rules/problems.ts'
import type { RoomAct } from '#server/rules/rooms/room-policy.ts'
import type { Vault } from '#server/storage/vault.ts'
import type { Detail, PlainKind, Events } from '#server/events/events.ts'
import { openOrTell } from '#server/rooms/adding/document-password.ts'
import { dropOwnArrived } from '#server/rooms/adding/own-arrived.ts'
import type { Uploads } from '#server/uploads/uploads.ts'
import type { Receiving } from '#server/rooms/adding/adding.ts'
import { freeName, namesakes } from '#server/rooms/adding/namesakes.ts'
import { findItem, lockRoom, authorizeRoom, type ItemFound } from '#server/rooms/access/authorize-room.ts'
import { mayChange } from './place.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import { reindexItem } from '#server/rooms/rows.ts'
import type { Plans } from '#server/rules/product/plans.ts'
import type { ItemRenderFailures } from '#server/rooms/news/item-render-failures.ts'
import { showVersion, versionsOf, writeVersion, type ItemVersion } from './version-of-item.ts'

type Deps = {
  database: Database
  events: Events
  uploads: Uploads
  plans: Plans
  vault: Vault
  rendering: Pick<Rendering, 'takePassword'>
  renderRetries: RenderRetries
  itemRenderFailures: ItemRenderFailures
  clock: () => number
}

/** A file in a room by the guids of both. */
export type ItemPlace = { roomGuid: string; itemGuid: string }
/** A file that has arrived, with the password that it may ask for. */
export type NewFile = { fileGuid: string; documentPassword?: string }
export type ItemFile = {
  room: RoomAccess
  found: ItemFound
  /** The newest first: all for people who manage the room, for others the one that they see. */
  versions: ItemVersion[]
  /** Whether this person can add a version, or go back to one. */
  mayChange: boolean
}

/** One file in a room: its facts, its versions, and what can be done if it cannot be shown. */
export class ItemFiles {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Throws what the room's policy says, and notFound for what is hidden, a folder, or in another room. */
  async find(identity: Identity, place: ItemPlace): Promise<ItemFile> {
    const { database, clock } = this.#deps
    const room = await authorizeRoom(database.kysely, identity, place.roomGuid, 'browse', clock())
    const found = await fileIn(database.kysely, room, place.itemGuid)
    const all = await versionsOf(database.kysely, place.itemGuid)
    const sees = mayChange(room, found)
    const versions = sees ? all : all.filter(({ number }) => number === found.item.version)
    return { room, found, versions, mayChange: sees }
  }

  /** For whom another version is received. Throws what `find` throws, and roomRoleNeeded. */
  async receiving(identity: Identity, place: ItemPlace): Promise<Receiving> {
    const { database, clock } = this.#deps
    const room = await authorizeRoom(database.kysely, identity, place.roomGuid, 'add', clock())
    await changeable(database.kysely, room, place.itemGuid)
    const limitBytes = this.#deps.plans.of(room.owner.tierCode).maxUploadBytes
    return { owner: room.owner, broughtBy: room.email ?? '', roomGuid: room.guid, limitBytes }
  }

  /**
   * Replaces the file of an item with an uploaded one, and returns the number of the version. The name stays, with the
   * extension of the new file. Throws what `receiving` throws, after removing the file, and uploadGone.
   */
  async addVersion(identity: Identity, place: ItemPlace, file: NewFile, client: Client): Promise<number> {
    const { database } = this.#deps
    try {
      return await database.transaction((tx) => this.#addVersion(tx, identity, place, file, client))
    } catch (error) {
      await dropOwnArrived(this.#deps, identity, place.roomGuid, [file.fileGuid])
      throw error
    }
  }

  async #addVersion(
    tx: Transaction,
    identity: Identity,
    place: ItemPlace,
    { fileGuid, documentPassword = '' }: NewFile,
    client: Client,
  ): Promise<number> {
    const { uploads, vault, clock } = this.#deps
    const { room, found } = await this.#hold(tx, identity, place, 'add')
    const { guid: itemGuid } = found.item
    const file = await uploads.take(tx, room.owner, fileGuid, room.guid, room.email ?? '')
    const wanted = { itemGuid, fileGuid, addedBy: room.email ?? '', now: clock() }
    const version = await writeVersion(tx, vault, wanted)
    const name = await fitEnding(tx, room, found, file.name)
    await this.#note(tx, room, itemGuid, client, { kind: 'FileReplaced', detail: { name, version } })
    await openOrTell(this.#deps, tx, file, documentPassword)
    return version
  }

  /** Goes back to another version. Throws what `receiving` throws, and notFound if it is not kept. */
  async chooseVersion(identity: Identity, place: ItemPlace, number: number, client: Client): Promise<void> {
    const { database, clock } = this.#deps
    await database.transaction(async (tx) => {
      const { room, found } = await this.#hold(tx, identity, place, 'arrange')
      const { guid: itemGuid, version } = found.item
      if (version === number) return
      const chosen = (await versionsOf(tx, itemGuid)).find((one) => one.number === number)
      if (!chosen) throw new Problem('notFound')
      await showVersion(tx, { itemGuid, number, fileGuid: chosen.file_guid, now: clock() })
      const name = await fitEnding(tx, room, found, chosen.name)
      const detail = { name, version: number }
      await this.#note(tx, room, itemGuid, client, { kind: 'FileVersionChosen', detail })
    })
  }

  /** Whether rendering a file again makes sense. */
  mayRetry(file: RenderedSoFar): boolean {
    return this.#deps.renderRetries.mayRetry(file)
  }

  /**
   * Has the file rendered again, at most five times an hour. Throws what `receiving` throws, notRetried and
   * tooManyAttempts.
   */
  async retry(identity: Identity, place: ItemPlace, client: Client): Promise<void> {
    const { database, renderRetries } = this.#deps
    const { fileGuid, soFar } = await this.#failed(identity, place)
    await renderRetries.count(soFar, fileGuid)
    await database.transaction(async (tx) => {
      const { room, found } = await this.#hold(tx, identity, place, 'arrange')
      if (found.item.file_guid !== fileGuid) throw new Problem('notRetried')
      await renderRetries.start(tx, await renderedSoFar(tx, fileGuid), fileGuid)
      await this.#note(tx, room, place.itemGuid, client, { kind: 'RenderTried', detail: {} })
    })
  }

  /** Stores the password that a PDF requires. Throws what `retry` throws, and documentPasswordWrong. */
  async givePassword(identity: Identity, place: ItemPlace, password: string, client: Client): Promise<void> {
    const { database, renderRetries } = this.#deps
    const { room, fileGuid, soFar } = await this.#failed(identity, place)
    await renderRetries.givePassword(soFar, fileGuid, password)
    const event = { kind: 'RenderTried' as const, detail: { password: true } }
    await database.transaction((tx) => this.#note(tx, room, place.itemGuid, client, event))
  }

  /** Sets whether members see tracked changes. Throws what `retry` throws. */
  async showChanges(identity: Identity, place: ItemPlace, shows: boolean, client: Client): Promise<void> {
    const { database, renderRetries } = this.#deps
    const { fileGuid, soFar } = await this.#failed(identity, place)
    await renderRetries.countChoice(soFar, fileGuid)
    const event = { kind: 'RenderTried' as const, detail: { changes: shows ? 'shown' : 'hidden' } }
    await database.transaction(async (tx) => {
      const { room, found } = await this.#hold(tx, identity, place, 'arrange')
      if (found.item.file_guid !== fileGuid) throw new Problem('notRetried')
      await renderRetries.showChanges(tx, await renderedSoFar(tx, fileGuid), fileGuid, shows)
      await this.#note(tx, room, place.itemGuid, client, event)
    })
  }

  /**
   * Makes a file that cannot be shown download only, for those who can download, without watermark. Throws what
   * `receiving` throws, and notRetried if it can be shown.
   */
  async makeDownload(identity: Identity, place: ItemPlace, client: Client): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      const { room, found } = await this.#hold(tx, identity, place, 'arrange')
      const changed = await tx
        .updateTable('file')
        .set({ kind: 'other', render_status: 'Rendered', render_error: null, page_count: 0 })
        .where('guid', '=', found.item.file_guid!)
        .where('render_status', '=', 'Error')
        .returning('guid')
        .executeTakeFirst()
      if (!changed) throw new Problem('notRetried')
      const detail = { download: true }
      await this.#note(tx, room, place.itemGuid, client, { kind: 'RenderTried', detail })
    })
  }

  async #failed(identity: Identity, { roomGuid, itemGuid }: ItemPlace) {
    const { database, clock } = this.#deps
    const room = await authorizeRoom(database.kysely, identity, roomGuid, 'arrange', clock())
    const { item } = await changeable(database.kysely, room, itemGuid)
    const fileGuid = item.file_guid!
    return { room, fileGuid, soFar: await renderedSoFar(database.kysely, fileGuid) }
  }

  async #hold(tx: Transaction, identity: Identity, { roomGuid, itemGuid }: ItemPlace, act: RoomAct) {
    const room = await lockRoom(tx, identity, roomGuid, act, this.#deps.clock())
    return { room, found: await changeable(tx, room, itemGuid) }
  }

  #note(
    tx: Transaction,
    room: RoomAccess,
    itemGuid: string,
    client: Client,
    event: { kind: PlainKind; detail: Detail },
  ): Promise<void> {
    const whose = { subject: itemGuid, roomGuid: room.guid, actor: room.email, client }
    return this.#deps.events.record(tx, { ...whose, ...event })
  }
}

type Rows = Database['kysely']

async function fileIn(kysely: Rows, room: RoomAccess, itemGuid: string): Promise<ItemFound> {
  const found = await findItem(kysely, room, itemGuid)
  if (found.item.file_guid === null) throw new Problem('notFound')
  return found
}

async function changeable(kysely: Rows, room: RoomAccess, itemGuid: string): Promise<ItemFound> {
  const found = await fileIn(kysely, room, itemGuid)
  if (!mayChange(room, found)) throw new Problem('roomRoleNeeded')
  return found
}

async function renderedSoFar(kysely: Rows, fileGuid: string): Promise<RenderedSoFar & { findings: string }> {
  return kysely
    .selectFrom('file')
    .select(['kind as file_kind', 'render_status', 'render_error', 'findings'])
    .where('guid', '=', fileGuid)
    .executeTakeFirstOrThrow()
}

/** Gives an item the extension of its current file, and returns its name. */
async function fitEnding(tx: Transaction, room: RoomAccess, found: ItemFound, file: string): Promise<string> {
  const { guid, name } = found.item
  const fitting = underEndingOf(name, file)
  if (fitting === name) return name
  const folderPath = found.path.slice(0, -1)
  const [other] = await namesakes(tx, room, folderPath, fitting)
  const free = other ? await freeName(tx, room, folderPath, { name: fitting, kind: 'file' }) : fitting
  await tx
    .updateTable('item')
    .set({ name: free, name_key: nameKey(free) })
    .where('guid', '=', guid)
    .execute()
  await reindexItem(tx, { guid, room_guid: room.guid, name: free })
  return free
}
