import type { User } from '#server/accounts/users.ts'
import { hashOfSecret, newSecret } from '#server/accounts/secrets.ts'
import { requireAddress } from '#server/accounts/registering/names.ts'
import type { Database } from '#server/db/open.ts'
import { Problem } from '#server/rules/problems.ts'
import type { PlanChanges } from './plan-changes.ts'

type Deps = { database: Database; changes: PlanChanges; publicUrl: URL; clock: () => number }

export type PlanGift = {
  tierCode: number
  days?: number
  seats?: number
  /** Whose account can use it; anyone's without. */
  email?: string
  note?: string
  /** How long the link works, in days. */
  validDays: number
}

/** What a link gives, for the page that a GET shows. */
export type PlanOfLink = { tierCode: number; days: number | null; seats: number | null; note: string }

const day = 86_400_000

/** Plans that are given by a link, once: a self-hoster's own payment system sends it to who paid. */
export class PlanLinks {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Makes a link; only its hash is stored. Throws badForm. */
  async create(gift: PlanGift): Promise<{ url: string; expiresAt: number }> {
    const { database, publicUrl, clock } = this.#deps
    const token = newSecret()
    const expiresAt = clock() + gift.validDays * day
    await database.kysely
      .insertInto('plan_link')
      .values({
        token_hash: hashOfSecret(token),
        tier_code: gift.tierCode,
        days: gift.days ?? null,
        seats: gift.seats ?? null,
        email: gift.email === undefined ? null : requireAddress(gift.email),
        note: gift.note ?? '',
        expires_at: expiresAt,
      })
      .execute()
    return { url: new URL(`/p/plan/${token}`, publicUrl).href, expiresAt }
  }

  /** What a link gives while it works, or null. Changes nothing: for GET. */
  async peek(token: string): Promise<PlanOfLink | null> {
    const row = await this.#deps.database.kysely
      .selectFrom('plan_link')
      .select(['tier_code', 'days', 'seats', 'note'])
      .where('token_hash', '=', hashOfSecret(token))
      .where('used_at', 'is', null)
      .where('expires_at', '>', this.#deps.clock())
      .executeTakeFirst()
    return row ? { tierCode: row.tier_code, days: row.days, seats: row.seats, note: row.note } : null
  }

  /**
   * Gives the actor the plan of a link, and uses the link up. Throws linkUsedUp, and the same for a link that is for
   * another address: it stays.
   */
  async use(actor: User, token: string): Promise<void> {
    const { database, changes, clock } = this.#deps
    await database.transaction(async (tx) => {
      const row = await tx
        .updateTable('plan_link')
        .set({ used_at: clock() })
        .where('token_hash', '=', hashOfSecret(token))
        .where('used_at', 'is', null)
        .where('expires_at', '>', clock())
        .where((where) =>
          where.or([where('email', 'is', null), where('email', '=', actor.email.toLowerCase())]),
        )
        .returning(['tier_code', 'days', 'seats', 'note'])
        .executeTakeFirst()
      if (!row) throw new Problem('linkUsedUp', { text: notUsable })
      await changes.setWithin(tx, actor.guid, {
        tierCode: row.tier_code,
        by: 'link',
        actor: actor.email,
        note: row.note,
        seats: row.seats,
        ...(row.days === null ? {} : { days: row.days }),
      })
    })
  }

  /** Removes links that no longer work, and returns how many. */
  async sweep(): Promise<number> {
    const { database, clock } = this.#deps
    const { numDeletedRows } = await database.kysely
      .deleteFrom('plan_link')
      .where('expires_at', '<', clock())
      .executeTakeFirst()
    return Number(numDeletedRows)
  }
}

const notUsable =
  'This link has expired, was already used, or is for another account. Your plan stays as it is. Ask the person who sent it for a new one.'
