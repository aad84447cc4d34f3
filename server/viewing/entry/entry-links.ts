import { sql } from 'kysely'
import type { Client } from '#server/accounts/sign-in/sessions.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import { networkOf } from '#server/http/limits/network.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { roomUrl } from '#server/rooms/people/invitation-email.ts'
import type { RoomLists } from '#server/rooms/lists/room-list.ts'
import { emailAddress, emailAddressMessage } from '#server/rules/accounts/email.ts'
import { Problem } from '#server/rules/problems.ts'
import { decideInRoom } from '#server/rules/rooms/room-policy.ts'
import { linksEmail, type SharedLink } from './emails.ts'
import { hasMoreTime, isInOwnTime } from '#server/shares/people/ends.ts'
import { recipientUrl } from '#server/shares/share-url.ts'

const hour = 60 * 60_000
const asksByNetwork = { count: 30, per: hour }
const asksByAddress = { count: 3, per: hour }
const maxLinks = 20

/**
 * For someone on the sign-in page without a link: emails the links of the files that are shared with an address, and of
 * the data rooms that it can enter, to that address.
 */
export class EntryLinks {
  readonly #deps: EntryLinksDeps

  constructor(deps: EntryLinksDeps) {
    this.#deps = deps
    deps.jobs.handle('door-links', (payload) => this.#write(payload))
  }

  /**
   * Emails the links, if there are any. The answer, and the work before it, are the same if there are none. Throws
   * badForm with the field, tooManyAttempts.
   */
  async ask(client: Client, typedEmail: string): Promise<void> {
    const { database, rates, jobs } = this.#deps
    const email = emailAddress(typedEmail)
    if (!email) throw new Problem('badForm', { field: 'email', text: emailAddressMessage })
    await rates.require(`links|network|${networkOf(client.ip)}`, asksByNetwork)
    await rates.require(`links|${email}`, asksByAddress)
    await database.transaction((tx) => jobs.add(tx, 'door-links', { email }))
  }

  async #write({ email = '' }: Record<string, string>): Promise<void> {
    const { database, mailer } = this.#deps
    const rooms = await this.#rooms(email)
    await database.transaction(async (tx) => {
      const links = [...(await this.#links(tx, email)), ...rooms]
      if (links.length > 0) await mailer.enqueue(tx, linksEmail(email, links))
    })
  }

  /** The rooms that the address can enter now, with or without accepting terms, the newest first. */
  async #rooms(email: string): Promise<SharedLink[]> {
    const { roomLists, publicUrl, clock } = this.#deps
    const identity = { user: null, readerEmail: email, browserId: '' }
    const range = { order: 'newest', search: '', pageSize: maxLinks, beside: null } as const
    const { rows } = await roomLists.list(identity, range)
    const mayEnter = rows.filter(({ room }) =>
      [null, 'termsNeeded'].includes(decideInRoom(room.policyFacts, 'enter', clock())),
    )
    return mayEnter.map(({ room }) => ({
      what: `Data room of ${room.owner.name} (${room.owner.email})`,
      url: roomUrl(publicUrl, room),
    }))
  }

  /** What is open to the address, the newest first. A link opens nothing by itself: a code is required as always. */
  async #links(tx: Transaction, email: string): Promise<SharedLink[]> {
    const { publicUrl, clock } = this.#deps
    const now = clock()
    const rows = await tx
      .selectFrom('recipient')
      .innerJoin('share', 'share.guid', 'recipient.share_guid')
      .innerJoin('user', 'user.guid', 'share.owner_guid')
      .select([
        'share.guid',
        'share.visibility',
        'recipient.guid as recipient',
        'recipient.added_at',
        'user.first_name',
        'user.last_name',
        'user.email',
      ])
      .where(sql<string>`lower(recipient.email)`, '=', email)
      .where('recipient.revoked_at', 'is', null)
      .where('share.status', '=', 'Active')
      .where('share.binned_at', 'is', null)
      .where('share.is_tour', '=', 0)
      .where('user.status', '=', 'Active')
      .where((share) =>
        share.or([
          share('share.expires_at', 'is', null),
          share('share.expires_at', '>', now),
          hasMoreTime(now),
        ]),
      )
      .where(isInOwnTime(now))
      .orderBy('recipient.added_at', 'desc')
      .limit(maxLinks)
      .execute()
    return rows.map((row) => ({
      what: `${row.first_name} ${row.last_name} (${row.email}), ${new Date(row.added_at).toISOString().slice(0, 10)}`,
      url: recipientUrl(publicUrl, row, row.recipient),
    }))
  }
}

export type EntryLinksDeps = {
  database: Database
  rates: RateLimits
  jobs: Jobs
  roomLists: RoomLists
  mailer: Mailer
  publicUrl: URL
  clock: () => number
}
