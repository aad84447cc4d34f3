import { sql } from 'kysely'
import { isQuiet } from '#server/accounts/addresses/quiet-addresses.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import { day } from '#server/rules/sharing/expiry.ts'
import type { Events } from '#server/events/events.ts'
import { heldSince } from '#server/shares/rows.ts'

/** Shares per run: those that are left come with the next, ten minutes later. */
const batchSize = 200

type Deps = {
  database: Database
  events: Events
  clock: () => number
}

type DueShare = { guid: string; expires_at: number | null; sender: string }

/** Reminds recipients a day before a share ends, if its sender wanted that. */
export class Reminders {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Sends the reminders that are due, each once; answers for how many shares. */
  async sweep(): Promise<number> {
    const { database, clock } = this.#deps
    const now = clock()
    const due = await database.kysely
      .selectFrom('share')
      .innerJoin('user', 'user.guid', 'share.owner_guid')
      .select(['share.guid', 'share.expires_at', 'user.first_name', 'user.last_name', 'user.email'])
      // As the index says it.
      .where('share.reminds', '=', sql.lit(1))
      .where('share.reminded_at', 'is', null)
      .where('share.expires_at', '>', now)
      .where('share.expires_at', '<=', now + day)
      .where('share.destruct_seconds', '=', 0)
      .where('share.status', '=', 'Active')
      .where('share.binned_at', 'is', null)
      .where('user.status', '=', 'Active')
      .orderBy('share.expires_at')
      .limit(batchSize)
      .execute()
    for (const { first_name, last_name, email, ...share } of due) {
      const sender = `${first_name} ${last_name} (${email})`
      await database.transaction((tx) => this.#remind(tx, { ...share, sender }, now))
    }
    return due.length
  }

  async #remind(tx: Transaction, { guid, expires_at, sender }: DueShare, now: number): Promise<void> {
    const { events } = this.#deps
    // Of concurrent processes only one writes; and a share being unshared right now is not missed.
    const taken = await tx
      .updateTable('share')
      .set({ reminded_at: now })
      .where('guid', '=', guid)
      .where('reminded_at', 'is', null)
      .where('expires_at', '=', expires_at)
      .where('status', '=', 'Active')
      .where('binned_at', 'is', null)
      .returning('guid')
      .executeTakeFirst()
    if (!taken || expires_at === null) return
    const recipients = await tx
      .selectFrom('recipient')
      .select('email')
      .where('share_guid', '=', guid)
      .where('revoked_at', 'is', null)
      // No one is reminded of what they were not notified of.
      .where(heldSince, 'is', null)
      .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', now)]))
      .orderBy('added_at')
      .execute()
    for (const { email } of recipients) {
      if (await isQuiet(tx, email)) continue
      const facts = { sender, endsAt: expires_at }
      await events.record(tx, { subject: guid, kind: 'Reminded', actor: email, facts })
    }
  }
}
