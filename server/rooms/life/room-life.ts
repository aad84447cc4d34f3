import type { Identity } from '#server/accounts/identity.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import { Problem } from '#server/rules/problems.ts'
import type { RoomAct } from '#server/rules/rooms/room-policy.ts'
import { isTypedName } from '#server/rules/sharing/typed-name.ts'
import type { PlainKind } from '#server/events/events.ts'
import type { Events } from '#server/events/events.ts'
import { actorEmail } from '#server/rooms/access/acting.ts'
import { lockRoom } from '#server/rooms/access/authorize-room.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'

type Deps = { database: Database; events: Events; clock: () => number }

/** What happens to whole rooms: archive, reactivate, or move to the trash. Each action checks the room's policy. */
export class RoomLife {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * Makes a room read-only for everyone; does nothing to one that already is. Throws what the policy says: owner and
   * co-owners may.
   */
  async archive(identity: Identity, roomGuid: string): Promise<void> {
    await this.#change(identity, roomGuid, 'manage', async (tx, room) => {
      if (room.archivedAt !== null) return null
      await change(tx, room.guid, { archived_at: this.#deps.clock() })
      return 'RoomArchived'
    })
  }

  /** Reactivates an archived room; does nothing to one that is open. Throws what the policy says. */
  async reopen(identity: Identity, roomGuid: string): Promise<void> {
    await this.#change(identity, roomGuid, 'manage', async (tx, room) => {
      if (room.archivedAt === null) return null
      await change(tx, room.guid, { archived_at: null })
      return 'RoomReopened'
    })
  }

  /**
   * Moves a room to the trash, where it is closed to everyone, and notifies its owner if someone else did it: a
   * contributor can remove a room, and the owner has to be able to undo that. Throws roomNameNotTyped, and what the
   * policy says: owner, co-owners and contributors may.
   */
  async remove(identity: Identity, roomGuid: string, typedName: string): Promise<void> {
    await this.#change(identity, roomGuid, 'remove', async (tx, room) => {
      requireName(typedName, room)
      await change(tx, room.guid, { binned_at: this.#deps.clock() })
      return 'RoomBinned'
    })
  }

  /** Does something to a room while it is locked, and records what `work` answers. */
  async #change(
    identity: Identity,
    roomGuid: string,
    act: RoomAct,
    work: (tx: Transaction, room: RoomAccess) => Promise<PlainKind | null>,
  ): Promise<void> {
    const { database, events, clock } = this.#deps
    await database.transaction(async (tx) => {
      const room = await lockRoom(tx, identity, roomGuid, act, clock())
      const kind = await work(tx, room)
      if (kind === null) return
      const email = actorEmail(identity, room)
      await events.record(tx, { subject: room.guid, roomGuid: room.guid, kind, actor: email })
    })
  }
}

/** Throws roomNameNotTyped, at the form's field. */
export function requireName(typedName: string, room: { name: string }): void {
  if (!isTypedName(typedName, room.name)) throw new Problem('roomNameNotTyped')
}

async function change(
  tx: Transaction,
  guid: string,
  values: { archived_at: number | null } | { binned_at: number },
): Promise<void> {
  await tx
    .updateTable('room')
    .set((room) => ({ ...values, revision: room('revision', '+', 1) }))
    .where('guid', '=', guid)
    .execute()
}
