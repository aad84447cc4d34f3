import type { Identity } from '#server/accounts/identity.ts'
import type { User } from '#server/accounts/users.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { Problem } from '#server/rules/problems.ts'
import { roomNameProblem } from '#server/rules/rooms/room-name.ts'
import { roles } from '#server/rules/rooms/room-roles.ts'
import type { WordFilter } from '#server/rules/text/text.ts'
import { writeTerms } from '#server/teams/terms-rows.ts'
import type { Events } from '#server/events/events.ts'
import { copyPeople } from '#server/rooms/people/copy-people.ts'
import { copyFolders } from './copy-folders.ts'
import { postInvitation } from '#server/rooms/people/inviting.ts'
import { lockRoom, authorizeRoom } from '#server/rooms/access/authorize-room.ts'
import { requireRoomQuota } from '#server/rooms/quota.ts'
import { writeRoom } from '#server/rooms/rows.ts'
import type { Plans } from '#server/rules/product/plans.ts'

type Deps = {
  database: Database
  events: Events
  rates: RateLimits
  plans: Plans
  mailer: Mailer
  publicUrl: URL
  words: { blockedWords?: WordFilter }
  clock: () => number
}

/** Creates rooms from others: folders, members, permissions and settings, but no files. */
export class RoomCopies {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * Copies a room for the actor, who owns the copy, and returns its guid. Its members are invited if wanted, otherwise
   * not notified. Throws textRefused, roomQuota, and what the policy says: owner and co-owners may.
   */
  async copy(
    actor: User,
    identity: Identity,
    roomGuid: string,
    { name: typedName, invites }: { name: string; invites: boolean },
  ): Promise<string> {
    const { database, events, words, clock } = this.#deps
    const refusal = roomNameProblem(typedName, words)
    if (refusal !== null) throw new Problem('textRefused', { field: 'name', text: refusal })
    const now = clock()
    return database.transaction(async (tx) => {
      const room = await lockRoom(tx, identity, roomGuid, 'manage', now)
      await requireRoomQuota(tx, this.#deps.plans, actor.guid)
      const { description, version } = room
      const name = typedName.normalize('NFC').trim()
      const owner = {
        guid: actor.guid,
        email: actor.email,
        name: `${actor.firstName} ${actor.lastName}`.trim(),
      }
      const guid = await writeRoom(tx, { owner, name, description, version, now })
      await copySettings(tx, { from: room.guid, to: guid, owner: actor, now })
      const folders = await copyFolders(tx, { from: room.guid, to: guid, addedBy: actor.email, now })
      await copyPeople(tx, { from: room.guid, to: guid, owner: actor, folders, now })
      await events.record(tx, { subject: guid, roomGuid: guid, kind: 'RoomCopied', actor: actor.email })
      if (invites) await this.#invite(tx, identity, guid)
      return guid
    })
  }

  /** Emails everyone who can enter. */
  async #invite(tx: Transaction, identity: Identity, guid: string): Promise<void> {
    const room = await authorizeRoom(tx, identity, guid, 'manage', this.#deps.clock())
    const members = await tx
      .selectFrom('member')
      .select(['guid', 'email', 'starts_at', 'expires_at'])
      .where('room_guid', '=', guid)
      .where('role', '<>', roles.owner)
      .where('suspended_at', 'is', null)
      .execute()
    for (const { guid: member, email, starts_at, expires_at } of members) {
      const invited = { guid: member, email, startsAt: starts_at, expiresAt: expires_at }
      await postInvitation(tx, this.#deps, room, room.owner, invited, '')
    }
  }
}

type Copying = { from: string; to: string; owner: User; now: number }

async function copySettings(tx: Transaction, { from, to, owner, now }: Copying): Promise<void> {
  const { terms_guid, terms_mode, ...settings } = await tx
    .selectFrom('room')
    .select([
      'may_download',
      'may_print',
      'may_read_text',
      'watermark_size',
      'watermark_colour',
      'watermark_text',
      'terms_mode',
      'terms_guid',
      'asks_terms_again',
      'tells_acceptance',
      'tells_entry',
      'destruct_seconds',
      'expires_at',
      'hides_new_folders',
      'contributors_arrange_all',
      'shows_index',
      'shares_comments',
      'news_choice',
    ])
    .where('guid', '=', from)
    .executeTakeFirstOrThrow()
  // Custom terms belong to the room's owner: the copy gets its own.
  const custom =
    terms_mode === 'custom' && terms_guid !== null
      ? await tx.selectFrom('terms').select('text').where('guid', '=', terms_guid).executeTakeFirst()
      : undefined
  const terms = custom ? await writeTerms(tx, { text: custom.text, ownerGuid: owner.guid, now }) : terms_guid
  await tx
    .updateTable('room')
    .set({ ...settings, terms_mode, terms_guid: terms })
    .where('guid', '=', to)
    .execute()
}
