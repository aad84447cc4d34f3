import { sql } from 'kysely'
import { prepared, type Slots } from '#server/db/prepared.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import { allOnboarding, onboardingSteps, type OnboardingStep } from '#server/rules/accounts/onboarding.ts'
import type { User } from '#server/accounts/users.ts'

const progressOf = prepared((kysely, { guid }: Slots<{ guid: string }>) =>
  kysely.selectFrom('user').select(['onboarding', 'news_since']).where('guid', '=', guid),
)

/** How far someone has come, and since when things are new to them. All times in epoch ms. */
export class Onboarding {
  readonly #database: Database
  readonly #clock: () => number

  constructor(options: { database: Database; clock: () => number }) {
    this.#database = options.database
    this.#clock = options.clock
  }

  /** The actor's OnboardingStatus, and since when things are new (null before the second session). */
  async of(actor: User): Promise<{ status: number; newsSince: number | null }> {
    const [row] = await progressOf(this.#database.lookups, { guid: actor.guid })
    return { status: row?.onboarding ?? 0, newsSince: row?.news_since ?? null }
  }

  /** Adds the bits of `status` to the account's OnboardingStatus; bits are never cleared. */
  async set(actor: User, status: number): Promise<void> {
    await this.#add(this.#database.kysely, actor.guid, status & allOnboarding)
  }

  /** Records a step, in the transaction of what completed it if there is one. */
  async reach(userGuid: string, step: OnboardingStep, tx?: Transaction): Promise<void> {
    await this.#add(tx ?? this.#database.kysely, userGuid, onboardingSteps[step])
  }

  /** A session has begun: what happened since the previous one is new. */
  async noteEntered(userGuid: string): Promise<void> {
    const now = this.#clock()
    await this.#database.kysely
      .updateTable('user')
      .set((row) => ({ news_since: row.fn.coalesce('signed_in_at', 'created_at'), signed_in_at: now }))
      .where('guid', '=', userGuid)
      .execute()
  }

  /** The actor has seen what was new. */
  async noteSeen(actor: User): Promise<void> {
    const seen = { news_since: this.#clock() }
    await this.#database.kysely.updateTable('user').set(seen).where('guid', '=', actor.guid).execute()
  }

  async #add(kysely: Pick<Transaction, 'updateTable'>, userGuid: string, bits: number): Promise<void> {
    await kysely
      .updateTable('user')
      .set({ onboarding: sql<number>`onboarding | cast(${bits} as bigint)` })
      .where('guid', '=', userGuid)
      .where(sql<number>`onboarding & cast(${bits} as bigint)`, '!=', bits)
      .execute()
  }
}
