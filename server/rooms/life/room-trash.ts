import type { User } from '#server/accounts/users.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import type { Log } from '#server/log.ts'
import { isOverSince, longAgo } from '#server/rules/sharing/trash.ts'
import { Problem } from '#server/rules/problems.ts'
import { TrashClearing, moveOwn } from '#server/shares/trash/trash-clearing.ts'
import type { Vault } from '#server/storage/vault.ts'
import type { Events } from '#server/events/events.ts'
import { eraseRoom } from './erase-room.ts'
import { requireName } from './room-life.ts'
import { requireRoomQuota } from '#server/rooms/quota.ts'
import type { Plans } from '#server/rules/product/plans.ts'

type Deps = {
  database: Database
  vault: Vault
  plans: Plans
  events: Events
  jobs: Jobs
  clock: () => number
  log: Log
}

/** A room in the trash; `size` in bytes of its files. */
export type TrashedRoom = { guid: string; name: string; binnedAt: number; size: number; files: number }

const maxListed = 500

/**
 * Removed rooms stay here for 30 days, closed to everyone but their owner, who can restore them as they were. After
 * that, or earlier if the owner wants, they are erased with their files.
 */
export class RoomTrash {
  readonly #deps: Deps
  readonly #clearing: TrashClearing

  constructor(deps: Deps) {
    this.#deps = deps
    this.#clearing = new TrashClearing(deps, {
      table: 'room',
      erase: (guid) => eraseRoom(deps, guid),
      message: 'A data room in trash was deleted permanently',
    })
  }

  /** The actor's rooms in the trash, those that are erased last first. */
  async list(actor: User): Promise<TrashedRoom[]> {
    const rows = await this.#own(this.#deps.database.kysely, actor)
      .leftJoin('file', 'file.room_guid', 'room.guid')
      .select((room) => [
        'room.guid',
        'room.name',
        'room.binned_at',
        room.fn.sum<number | null>('file.size').as('size'),
        room.fn.count<number>('file.guid').as('files'),
      ])
      .groupBy(['room.guid', 'room.name', 'room.binned_at'])
      .orderBy('room.binned_at', 'desc')
      .orderBy('room.guid')
      .limit(maxListed)
      .execute()
    return rows.map(({ guid, name, binned_at, size, files }) => ({
      guid,
      name,
      binnedAt: binned_at!,
      size: Number(size ?? 0),
      files: Number(files),
    }))
  }

  /** One of the actor's rooms in the trash. Throws notFound for anyone else's, and once its 30 days are over. */
  async find(actor: User, roomGuid: string): Promise<{ guid: string; name: string }> {
    return this.#find(this.#deps.database.kysely, actor, roomGuid)
  }

  /** Restores a room as it was. Throws notFound like `find`, and roomQuota if one more room is over the plan. */
  async restore(actor: User, roomGuid: string): Promise<void> {
    const { database, events } = this.#deps
    await database.transaction(async (tx) => {
      await requireRoomQuota(tx, this.#deps.plans, actor.guid)
      await this.#move(tx, actor, roomGuid, null)
      const event = { subject: roomGuid, roomGuid, kind: 'RoomUnbinned', actor: actor.email } as const
      await events.record(tx, event)
    })
  }

  /** Has a room in the trash permanently erased. Throws notFound like `find`, and roomNameNotTyped. */
  async deleteForGood(actor: User, roomGuid: string, typedName: string): Promise<void> {
    const { database } = this.#deps
    await database.transaction(async (tx) => {
      requireName(typedName, await this.#find(tx, actor, roomGuid))
      await this.#move(tx, actor, roomGuid, longAgo)
      await this.#clearing.add(tx, roomGuid)
    })
  }

  /** Has every room erased whose 30 days are over, and returns how many that is; called once a day. */
  sweep(): Promise<number> {
    return this.#clearing.sweep()
  }

  async #move(tx: Transaction, actor: User, guid: string, binnedAt: number | null): Promise<void> {
    const now = this.#deps.clock()
    await moveOwn(tx, actor, { table: 'room', guid, from: 'inside', binnedAt, now })
  }

  async #find(kysely: Database['kysely'], actor: User, roomGuid: string) {
    const room = await this.#own(kysely, actor)
      .select(['room.guid', 'room.name'])
      .where('room.guid', '=', roomGuid)
      .executeTakeFirst()
    if (!room) throw new Problem('notFound')
    return room
  }

  #own(kysely: Database['kysely'], actor: User) {
    return kysely
      .selectFrom('room')
      .where('room.owner_guid', '=', actor.guid)
      .where('room.binned_at', '>', isOverSince(this.#deps.clock()))
  }
}
