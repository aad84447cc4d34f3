import type { Identity } from '#server/accounts/identity.ts'
import type { Client } from '#server/accounts/sign-in/sessions.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import { Problem } from '#server/rules/problems.ts'
import type { Events } from '#server/events/events.ts'
import { batchOf } from './batch-rows.ts'
import { newsReaders, seenBy } from './news-readers.ts'
import { batchesForLater, batchesUntold, itemsOfBatches, planNews } from './news-rows.ts'
import { lockRoom, authorizeRoom } from '#server/rooms/access/authorize-room.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import { itemsWithPaths } from '#server/rooms/tree/paths.ts'

type Deps = { database: Database; events: Events; clock: () => number }

export type NewsChoice = RoomAccess['newsChoice']

/** What was added to a room at once, and whether its members are notified of it. */
export class News {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * The outcome of a batch, for the person who added it and for people who manage the room. Throws what the room's
   * policy says, and notFound.
   */
  async batch(identity: Identity, roomGuid: string, batchGuid: string) {
    const { database, clock } = this.#deps
    const room = await authorizeRoom(database.kysely, identity, roomGuid, 'browse', clock())
    const batch = await batchOf(database.kysely, roomGuid, batchGuid)
    if (!batch || !isFor(room, batch.added_by)) throw new Problem('notFound')
    return { room, batch }
  }

  /**
   * What waits to be announced: of the whole room for people who manage it, otherwise what the actor added. Throws what
   * the room's policy says.
   */
  async later(identity: Identity, roomGuid: string) {
    const { database, clock } = this.#deps
    const room = await authorizeRoom(database.kysely, identity, roomGuid, 'add', clock())
    const batches = await this.#laterOf(database.kysely, room)
    const items = await itemsOfBatches(
      database.kysely,
      batches.map(({ guid }) => guid),
    )
    return { room, files: seenBy(room, await itemsWithPaths(database.kysely, items)).map(({ name }) => name) }
  }

  /**
   * Decides whether members are notified of a batch, once; `later` can still be changed. Returns how many people get an
   * email. Throws what `batch` throws, and changedMeanwhile if it was decided already.
   */
  async choose(
    identity: Identity,
    { roomGuid, batchGuid, choice }: { roomGuid: string; batchGuid: string; choice: NewsChoice },
    client: Client,
  ): Promise<number> {
    const { database, clock } = this.#deps
    return database.transaction(async (tx) => {
      const room = await lockRoom(tx, identity, roomGuid, 'add', clock())
      const batch = await batchOf(tx, roomGuid, batchGuid)
      if (!batch || !isFor(room, batch.added_by)) throw new Problem('notFound')
      await this.#settle(tx, [batchGuid], choice)
      await tx.updateTable('room').set({ news_choice: choice }).where('guid', '=', roomGuid).execute()
      return choice === 'all' ? this.#plan(tx, room, [batchGuid], client) : 0
    })
  }

  /**
   * Notifies members of everything that waited, or no one; `isOwn` for what the actor added, even if nothing was
   * decided. Returns how many people get an email. Throws what `later` throws.
   */
  async chooseLater(
    identity: Identity,
    { roomGuid, choice, isOwn = false }: { roomGuid: string; choice: 'all' | 'nobody'; isOwn?: boolean },
    client: Client,
  ): Promise<number> {
    const { database, clock } = this.#deps
    return database.transaction(async (tx) => {
      const room = await lockRoom(tx, identity, roomGuid, 'add', clock())
      const waiting = isOwn
        ? await batchesUntold(tx, roomGuid, (room.email ?? '').toLowerCase())
        : await this.#laterOf(tx, room)
      const guids = waiting.map(({ guid }) => guid)
      if (guids.length === 0) return 0
      await this.#settle(tx, guids, choice)
      return choice === 'all' ? this.#plan(tx, room, guids, client) : 0
    })
  }

  #laterOf(kysely: Parameters<typeof batchesForLater>[0], room: RoomAccess) {
    return batchesForLater(kysely, room.guid, room.grants === 'all' ? null : (room.email ?? '').toLowerCase())
  }

  async #settle(tx: Transaction, batchGuids: readonly string[], choice: NewsChoice): Promise<void> {
    const settled = await tx
      .updateTable('room_batch')
      .set({ choice })
      .where('guid', 'in', batchGuids)
      .where((batch) => batch.or([batch('choice', 'is', null), batch('choice', '=', 'later')]))
      .returning('guid')
      .execute()
    if (settled.length < batchGuids.length) throw new Problem('changedMeanwhile')
  }

  /** Queues emails to everyone who sees something of it now; what each sees is checked again when they are written. */
  async #plan(
    tx: Transaction,
    room: RoomAccess,
    batchGuids: readonly string[],
    client: Client,
  ): Promise<number> {
    const { events, clock } = this.#deps
    const items = await itemsWithPaths(tx, await itemsOfBatches(tx, batchGuids))
    const readers = await newsReaders(tx, { roomGuid: room.guid, but: room.email ?? '', now: clock() })
    const recipients = readers.filter((reader) => seenBy(reader, items).length > 0)
    await planNews(
      tx,
      recipients.map(({ guid }) => guid),
      batchGuids,
    )
    await events.record(tx, {
      subject: room.guid,
      roomGuid: room.guid,
      kind: 'NewsSent',
      actor: room.email,
      client,
      detail: { files: items.length, people: recipients.length },
    })
    return recipients.length
  }
}

function isFor(room: RoomAccess, addedBy: string): boolean {
  return room.grants === 'all' || addedBy === room.email?.toLowerCase()
}
