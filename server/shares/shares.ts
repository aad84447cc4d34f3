import type { User } from '#server/accounts/accounts.ts'
import type { Database } from '#server/db/open.ts'
import type { NamedAddress } from '#server/rules/accounts/email.ts'
import { Problem } from '#server/rules/problems.ts'
import type { Detail, Events } from '#server/events/events.ts'
import { keptFiles, type KeptFile } from './versions/kept-files.ts'
import { firstPeople } from './sending/first-people.ts'
import type { Invitations } from './sending/invitations.ts'
import type { ListRange } from './lists/list.ts'
import { listingOf, type Listing } from './lists/listing.ts'
import { mailReason } from './versions/mail-reason.ts'
import { ownShare } from './own-share.ts'
import { peopleFound } from './lists/people-found.ts'
import { recentPeople } from './lists/recent-people.ts'
import { sharingSummaryOf, type SharingSummary } from './lists/sharing-summary.ts'
import {
  peopleOfOwned,
  protectionsIn,
  recipientRows,
  sharesOwned,
  type RecipientRow,
  type ShareRow,
} from './rows.ts'

/** A share in a list: what the list is ordered by, and the names of its first people. */
export type ListedShareRow = ShareRow & { key: number | string; people: string[] }

type Deps = {
  database: Database
  events: Events
  invitations: Invitations
  clock: () => number
}

/** Sent shares: finding them, and unsharing them. */
export class Shares {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** A page of the actor's shares, not counting the trash; `page` counts from 1. */
  async list(actor: User, range: ListRange): Promise<Omit<Listing, 'rows'> & { rows: ListedShareRow[] }> {
    const { database, clock } = this.#deps
    const { kysely } = database
    const listing = await listingOf(kysely, actor.guid, { ...range, now: clock() })
    if (listing.rows.length === 0) return { ...listing, rows: [] }
    const guids = listing.rows.map(({ guid }) => guid)
    const [rows, people] = await Promise.all([
      sharesOwned(kysely, { guids, ownerGuid: actor.guid }),
      firstPeople(kysely, guids),
    ])
    const found = new Map(rows.map((row) => [row.guid, protectionsIn(row)]))
    // In the order of the page; one removed between the two queries is left out.
    const listed = listing.rows.flatMap(({ guid, key }) => {
      const row = found.get(guid)
      return row ? [{ ...row, key, people: people.get(guid) ?? [] }] : []
    })
    return { ...listing, rows: listed }
  }

  /** Whom the actor shared with last, each address once. */
  async recentPeople(actor: User): Promise<NamedAddress[]> {
    const { database, clock } = this.#deps
    return recentPeople(database.kysely, actor, clock())
  }

  /** The people whom the actor sent files, by name or address; see `peopleFound`. */
  async peopleFound(actor: User, search: string, max: number): Promise<NamedAddress[]> {
    const { database, clock } = this.#deps
    return peopleFound(database.kysely, actor.guid, { search, max, now: clock() })
  }

  /** The names of those of the shares that are the actor's and not in the trash, by guid. */
  async namesOf(actor: User, shareGuids: readonly string[]): Promise<Map<string, string>> {
    if (shareGuids.length === 0) return new Map()
    const rows = await this.#deps.database.kysely
      .selectFrom('share')
      .select(['guid', 'name'])
      .where('guid', 'in', shareGuids)
      .where('owner_guid', '=', actor.guid)
      .where('binned_at', 'is', null)
      .execute()
    return new Map(rows.map((row) => [row.guid, row.name]))
  }

  /** For those of the actor's shares of which some people have not been notified yet: how many, by guid. */
  async untoldOf(
    actor: User,
    shareGuids: readonly string[],
  ): Promise<Map<string, { untold: number; people: number }>> {
    if (shareGuids.length === 0) return new Map()
    const guids = [...shareGuids]
    const rows = await peopleOfOwned(this.#deps.database.kysely, { guids, ownerGuid: actor.guid })
    return new Map(
      rows
        .filter((row) => Number(row.untold_count) > 0)
        .map((row) => [row.guid, { untold: Number(row.untold_count), people: Number(row.recipient_count) }]),
    )
  }

  /** One share of the actor's. Throws notFound for anyone else's, and for one in the trash. */
  one(actor: User, shareGuid: string): Promise<ShareRow> {
    return ownShare(this.#deps.database.kysely, actor, shareGuid)
  }

  /** One share of the actor's with its recipients. Throws notFound for anyone else's, and for one in the trash. */
  async find(actor: User, shareGuid: string): Promise<{ share: ShareRow; recipients: RecipientRow[] }> {
    const { kysely } = this.#deps.database
    const share = await ownShare(kysely, actor, shareGuid)
    return { share, recipients: await recipientRows(kysely, shareGuid) }
  }

  /** The actor's files, the largest or the oldest first, each with a share that contains it. */
  files(actor: User, range: { by: 'size' | 'age'; limit: number }): Promise<KeptFile[]> {
    return keptFiles(this.#deps.database.kysely, actor.guid, range)
  }

  /** How much the actor shares, and with how many. Nothing is counted beyond `countTo`. */
  sharingSummary(actor: User, { countTo }: { countTo: number }): Promise<SharingSummary> {
    const { database, clock } = this.#deps
    return sharingSummaryOf(database.kysely, actor.guid, { countTo, now: clock() })
  }

  /** Closes the share to everyone but its owner, from the next request on. Repeating it changes nothing. */
  async kill(actor: User, shareGuid: string): Promise<void> {
    await this.#setStatus(actor, shareGuid, 'Killed')
  }

  /** Reopens an unshared share. Throws notFound for anyone else's. */
  async enable(actor: User, shareGuid: string): Promise<void> {
    await this.#setStatus(actor, shareGuid, 'Active')
  }

  async #setStatus(actor: User, shareGuid: string, status: 'Active' | 'Killed'): Promise<void> {
    const { database, events, invitations, clock } = this.#deps
    await database.transaction(async (tx) => {
      const changed = await tx
        .updateTable('share')
        .set((share) => ({
          status,
          killed_at: status === 'Killed' ? clock() : null,
          revision: share('revision', '+', 1),
        }))
        .where('guid', '=', shareGuid)
        .where('owner_guid', '=', actor.guid)
        .where('binned_at', 'is', null)
        .where('status', '!=', status)
        .returning('guid')
        .executeTakeFirst()
      if (changed) {
        const kind = status === 'Killed' ? 'Killed' : 'Enabled'
        await events.record(tx, { subject: shareGuid, kind, actor: actor.email })
        await invitations.shareChanged(tx, shareGuid)
        return
      }
      const own = tx
        .selectFrom('share')
        .select('guid')
        .where('guid', '=', shareGuid)
        .where('owner_guid', '=', actor.guid)
        .where('binned_at', 'is', null)
      if (!(await own.executeTakeFirst())) throw new Problem('notFound')
    })
  }

  /** Records that an email to a recipient was sent or finally failed; called by the mailer after delivery. */
  async noteDelivery(
    recipientGuid: string,
    outcome: 'Sent' | 'Failed',
    reason: string | null = null,
  ): Promise<void> {
    const { database, events, clock } = this.#deps
    const reasonText = outcome === 'Failed' ? mailReason(reason ?? '') : ''
    await database.transaction(async (tx) => {
      const recipient = await tx
        .updateTable('recipient')
        .set({
          mail_status: outcome,
          mail_reason: reasonText,
          ...(outcome === 'Sent' ? { mailed_at: clock() } : {}),
        })
        .where('guid', '=', recipientGuid)
        .returning(['share_guid', 'email'])
        .executeTakeFirst()
      if (!recipient) return
      const kind = outcome === 'Sent' ? 'Mailed' : 'MailFailed'
      const detail: Detail = reasonText === '' ? {} : { reason: reasonText }
      await events.record(tx, { subject: recipient.share_guid, kind, actor: recipient.email, detail })
    })
  }
}
