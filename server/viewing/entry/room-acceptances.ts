import type { Client } from '#server/accounts/sign-in/sessions.ts'
import type { Identity } from '#server/accounts/identity.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import { lockRoomRow } from '#server/rooms/access/authorize-room.ts'
import { loadRoom, type RoomAccess } from '#server/rooms/access/room-access.ts'
import { Problem } from '#server/rules/problems.ts'
import { decideInRoom } from '#server/rules/rooms/room-policy.ts'
import type { Events } from '#server/events/events.ts'
import { acceptedText, termsText } from './accepted-text.ts'
import type { OwedTerms } from './acceptances.ts'

export type RoomAcceptancesDeps = {
  database: Database
  events: Events
  clock: () => number
}

/** Terms of a data room: which of its members accepted which text, when and from where. */
export class RoomAcceptances {
  readonly #deps: RoomAcceptancesDeps

  constructor(deps: RoomAcceptancesDeps) {
    this.#deps = deps
  }

  /** The text that a member has to accept before entering, or null if another step comes first, or none. */
  async requiredStep(identity: Identity, roomGuid: string): Promise<OwedTerms | null> {
    const { database, clock } = this.#deps
    const now = clock()
    const room = await loadRoom(database.kysely, identity, roomGuid, now)
    if (!room || !owes(room, now)) return null
    const { guid, name, email } = room.owner
    const sender = { guid, name, email }
    return { ...(await termsText(database.kysely, room.termsGuid!)), sender, email: room.email }
  }

  /**
   * Records that a member accepts a text, if that is still required; repeating it changes nothing. Throws termsChanged
   * if another text has replaced it.
   */
  async accept(identity: Identity, roomGuid: string, termsGuid: string, client: Client): Promise<void> {
    const { database, clock } = this.#deps
    await database.transaction(async (tx) => {
      const now = clock()
      await lockRoomRow(tx, roomGuid)
      const room = await loadRoom(tx, identity, roomGuid, now)
      if (!room || !owes(room, now)) return
      if (room.termsGuid !== termsGuid) throw new Problem('termsChanged')
      await this.#record(tx, room, client, now)
    })
  }

  async #record(tx: Transaction, room: RoomAccess, client: Client, now: number): Promise<void> {
    const termsGuid = room.termsGuid!
    const { guid: memberGuid, email } = room.member!
    const accepted = await acceptedText(tx, termsGuid, client, now)
    await tx
      .insertInto('room_acceptance')
      .values({
        ...accepted,
        room_guid: room.guid,
        member_guid: memberGuid,
        email,
      })
      .execute()
    await this.#deps.events.record(tx, {
      subject: room.guid,
      roomGuid: room.guid,
      kind: 'TermsAccepted',
      actor: email,
      client,
      detail: { sha256: accepted.sha256 },
      facts: { who: email },
    })
  }
}

function owes(room: RoomAccess, now: number): boolean {
  return room.member !== null && decideInRoom(room.policyFacts, 'enter', now) === 'termsNeeded'
}
