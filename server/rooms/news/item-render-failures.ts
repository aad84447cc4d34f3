import { sql } from 'kysely'
import type { Database, Transaction } from '#server/db/open.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import type { RoomVersion } from '#server/rules/rooms/room-roles.ts'
import { eventsOfRoom } from '#server/tracking/rooms/room-events.ts'
import type { Events } from '#server/events/events.ts'
import { itemRenderFailuresEmail } from './item-render-failures-email.ts'

type Deps = {
  database: Database
  jobs: Jobs
  mailer: Mailer
  events: Events
  publicUrl: URL
  clock: () => number
}

/** What fails within this time is announced in one email; milliseconds. */
const together = 60_000

/** Notifies people who added files to a room that they cannot be shown, as senders of shares are. */
export class ItemRenderFailures {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
    deps.events.onEmail('itemRenderFailuresEmail', async (tx, { roomGuid, facts }) => {
      if (roomGuid !== undefined && 'addedBy' in facts) await this.#tellLater(tx, roomGuid, facts.addedBy)
    })
    deps.jobs.handle('room-unshown', ({ room = '', email = '', since = '' }) =>
      this.#write(room, email, Number(since)),
    )
  }

  /**
   * Records that a file in a room cannot be shown, and has its uploader notified; in the transaction that finds out, or
   * that adds such a file to the room.
   */
  async tell(tx: Transaction, fileGuid: string): Promise<void> {
    const items = await tx
      .selectFrom('item')
      .innerJoin('item_version', (join) =>
        join
          .onRef('item_version.item_guid', '=', 'item.guid')
          .onRef('item_version.number', '=', 'item.version'),
      )
      .innerJoin('file', 'file.guid', 'item.file_guid')
      .select(['item.guid', 'item.room_guid', 'item_version.added_by', 'file.render_error'])
      .where('item.file_guid', '=', fileGuid)
      .where('item.binned_at', 'is', null)
      .execute()
    for (const { guid, room_guid, added_by, render_error } of items) {
      const whose = { subject: guid, roomGuid: room_guid }
      const detail = { reason: render_error ?? '' }
      const facts = { addedBy: added_by.toLowerCase() }
      await this.#deps.events.record(tx, { ...whose, kind: 'RenderFailed', detail, facts })
    }
  }

  async #tellLater(tx: Transaction, room: string, email: string): Promise<void> {
    const { jobs, clock } = this.#deps
    const since = clock() - (clock() % together)
    const payload = { room, email, since: String(since) }
    await jobs.add(tx, 'room-unshown', payload, { runAt: since + together, isOnce: true })
  }

  async #write(roomGuid: string, email: string, since: number): Promise<void> {
    const { database, mailer, publicUrl } = this.#deps
    await database.transaction(async (tx) => {
      const room = await roomOf(tx, roomGuid, email)
      if (!room) return
      const items = await failedItems(tx, roomGuid, email, since)
      if (items.length === 0) return
      await mailer.enqueue(tx, itemRenderFailuresEmail({ to: email, publicUrl }, { room, items }))
    })
  }
}

/** A room that is open, and that this person is still in. */
async function roomOf(tx: Transaction, roomGuid: string, email: string) {
  const room = await tx
    .selectFrom('room')
    .innerJoin('user as owner', 'owner.guid', 'room.owner_guid')
    .select(['room.guid', 'room.name', 'room.version', 'owner.email', 'owner.status'])
    .where('room.guid', '=', roomGuid)
    .where('room.binned_at', 'is', null)
    .executeTakeFirst()
  if (!room || room.status !== 'Active') return null
  const found = { guid: room.guid, name: room.name, version: room.version as RoomVersion }
  if (room.email.toLowerCase() === email) return found
  const member = await tx
    .selectFrom('member')
    .select('guid')
    .where('room_guid', '=', roomGuid)
    .where(sql<string>`lower(email)`, '=', email)
    .where('removed_at', 'is', null)
    .where('suspended_at', 'is', null)
    .executeTakeFirst()
  return member ? found : null
}

/** The files that someone added and that failed within the time of one email, except those that are shown by now. */
async function failedItems(tx: Transaction, roomGuid: string, email: string, since: number) {
  const rows = await eventsOfRoom(tx, roomGuid, ['RenderFailed'])
    .innerJoin('item', 'item.guid', 'event.subject_guid')
    .innerJoin('item_version', (join) =>
      join
        .onRef('item_version.item_guid', '=', 'item.guid')
        .onRef('item_version.number', '=', 'item.version'),
    )
    .innerJoin('file', 'file.guid', 'item.file_guid')
    .select(['item.guid', 'file.render_error'])
    .distinct()
    .where('event.at', '>=', since)
    .where('event.at', '<', since + together)
    .where('item.binned_at', 'is', null)
    .where('file.render_status', '=', 'Error')
    .where(sql<string>`lower(item_version.added_by)`, '=', email)
    .orderBy('item.guid')
    .execute()
  return rows.map(({ guid, render_error: error }) => ({ guid, error }))
}
