import type { Identity } from '#server/accounts/identity.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import { Problem } from '#server/rules/problems.ts'
import { roomName } from '#server/rules/rooms/room-name.ts'
import { termsText } from '#server/rules/sharing/terms.ts'
import type { WordFilter } from '#server/rules/text/text.ts'
import { termsOf } from '#server/shares/requests/requested-terms.ts'
import { latestTeamTerms } from '#server/teams/terms-rows.ts'
import type { Events } from '#server/events/events.ts'
import { lockRoom, authorizeRoom } from './access/authorize-room.ts'
import type { RoomAccess } from './access/room-access.ts'
import { columnsOf, readState, settingsBetween, type RoomState } from './access/room-state.ts'
import { roomDescription } from './rooms.ts'

type Deps = {
  database: Database
  events: Events
  words: { blockedWords?: WordFilter }
  clock: () => number
}

/** A room's settings as they are edited. */
export type RoomSettingsFound = { room: RoomAccess; state: RoomState; hasTeamTerms: boolean }

/** The settings of a room as a whole. Its owner and co-owners decide on them. */
export class RoomSettings {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Throws what the room's policy says to anyone who does not manage the room. */
  async find(identity: Identity, roomGuid: string): Promise<RoomSettingsFound> {
    const { kysely } = this.#deps.database
    const room = await authorizeRoom(kysely, identity, roomGuid, 'manage', this.#deps.clock())
    const [state, owner] = [await readState(kysely, roomGuid), await ownerOf(kysely, room)]
    return { room, state, hasTeamTerms: (await latestTeamTerms(kysely, owner)) !== null }
  }

  /**
   * Changes the settings as requested, completely or not at all; `revision` is the state that was seen. Changes apply
   * to members' next requests. Answers the fields that changed. Throws roomChanged if the room is no longer as it was
   * seen, textRefused and badForm on the field at fault, and what the room's policy says.
   */
  async change(identity: Identity, roomGuid: string, wanted: RoomState, revision: number): Promise<string[]> {
    const { database, clock } = this.#deps
    return database.transaction(async (tx) => {
      const room = await lockRoom(tx, identity, roomGuid, 'manage', clock())
      if (room.revision !== revision) throw new Problem('roomChanged')
      const before = await readState(tx, roomGuid)
      const after = this.#checked(before, wanted)
      const changes = settingsBetween(before, after)
      if (changes.length === 0) return []
      const owner = await ownerOf(tx, room)
      const [terms, termsBefore] = [
        termsSettings(after),
        { ...termsSettings(before), guid: before.termsGuid },
      ]
      const termsGuid = await termsOf(tx, owner, terms, termsBefore, clock())
      await tx
        .updateTable('room')
        .set({ ...columnsOf(after), terms_guid: termsGuid, revision: revision + 1 })
        .where('guid', '=', roomGuid)
        .execute()
      const about = {
        subject: roomGuid,
        roomGuid,
        kind: 'RoomChanged' as const,
        actor: identity.user!.email,
      }
      for (const detail of changes) await this.#deps.events.record(tx, { ...about, detail })
      return changes.map(({ field }) => field)
    })
  }

  /** Unchanged values are left alone: a text may no longer be valid as input. */
  #checked(before: RoomState, wanted: RoomState): RoomState {
    const { words } = this.#deps
    const isSame = wanted.description.replace(/\r\n?/g, '\n').trim() === before.description
    const { terms } = wanted.protections
    return {
      ...wanted,
      name: wanted.name.trim() === before.name ? before.name : roomName(wanted.name, words),
      description: isSame ? before.description : roomDescription(wanted.description, words),
      termsText: terms === 'custom' ? termsText(wanted.termsText, 'termsText') : before.termsText,
      termsGuid: before.termsGuid,
    }
  }
}

function termsSettings({ protections, termsText: text }: RoomState) {
  return { mode: protections.terms, text }
}

/** The owner, to whom a room's terms belong, even if a co-owner writes them. */
async function ownerOf(kysely: Pick<Transaction, 'selectFrom'>, room: RoomAccess) {
  const row = await kysely
    .selectFrom('user')
    .select(['guid', 'team_guid', 'invite_status'])
    .where('guid', '=', room.owner.guid)
    .executeTakeFirstOrThrow()
  return { guid: row.guid, teamGuid: row.team_guid, inviteStatus: row.invite_status }
}
