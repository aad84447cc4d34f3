import { setTimeout as passing } from 'node:timers/promises'
import { newGuid, type Database } from '#server/db/open.ts'
import { Problem } from '#server/rules/problems.ts'
import { requireCurrentKey } from '#server/storage/keys/current-key.ts'
import type { KeyRing } from '#server/storage/keys/key-ring.ts'
import { cloudTokensName } from '#server/storage/keys/wrapped-columns.ts'
import type { Authorizing, Granted } from './authorizing.ts'
import type { CloudTokens } from './cloud-provider.ts'

/** How long one process has for asking, longer than it waits for an answer; milliseconds. */
const leaseTime = 45_000
/** How long before its end an access token is renewed. */
const early = 60_000
const lookAgain = 200

type Deps = {
  database: Database
  keyRing: KeyRing
  clock: () => number
  /** Waits for the given number of milliseconds. */
  pause?: (milliseconds: number) => Promise<unknown>
}

type Held = { tokens: CloudTokens; number: number; endsAt: number | null }

/**
 * The tokens of connections. Some providers take a refresh token only once, so that of all processes one renews them,
 * and the others wait for what it gets. No transaction is open meanwhile.
 */
export class CloudTokenStore {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  sealed(guid: string, { access, refresh }: CloudTokens): string {
    const text = JSON.stringify({ access, refresh })
    return this.#deps.keyRing.wrap(cloudTokensName(guid), Buffer.from(text))
  }

  opened(guid: string, sealed: string): CloudTokens {
    return JSON.parse(
      this.#deps.keyRing.unwrap(cloudTokensName(guid), sealed).toString('utf8'),
    ) as CloudTokens
  }

  /** An access token that works as far as is known, and is another than `refused`. Throws cloudDisconnected. */
  async access(guid: string, authorizing: Authorizing, refused?: string): Promise<string> {
    const { clock, pause = passing } = this.#deps
    for (let waited = 0; waited <= leaseTime + lookAgain; waited += lookAgain) {
      const held = await this.#held(guid)
      const isLate = held.endsAt !== null && held.endsAt - early <= clock()
      if (held.tokens.access !== refused && !isLate) return held.tokens.access
      // Without a refresh token, one that may have ended is tried until it is refused.
      if (held.tokens.refresh === null && held.tokens.access !== refused) return held.tokens.access
      const renewed = await this.#renew(guid, held, authorizing)
      if (renewed !== null) return renewed
      await pause(lookAgain)
    }
    throw new Problem('cloudFailed')
  }

  /** Null if someone else is at it. */
  async #renew(guid: string, { tokens, number }: Held, authorizing: Authorizing): Promise<string | null> {
    if (tokens.refresh === null) {
      await this.#lose(guid, number)
      throw new Problem('cloudDisconnected')
    }
    const holder = newGuid()
    if (!(await this.#claim(guid, number, holder))) return null
    try {
      const granted = await authorizing.refresh(tokens.refresh)
      return (await this.#keep(guid, number, granted)) ? granted.access : null
    } catch (error) {
      if (error instanceof Problem && error.problem === 'cloudDisconnected') await this.#lose(guid, number)
      throw error
    } finally {
      await this.#deps.database.kysely
        .updateTable('cloud_connection')
        .set({ renewed_by: null, renewed_until: null })
        .where('guid', '=', guid)
        .where('renewed_by', '=', holder)
        .execute()
    }
  }

  async #held(guid: string): Promise<Held> {
    const row = await this.#deps.database.kysely
      .selectFrom('cloud_connection')
      .select(['tokens_sealed', 'tokens_number', 'access_ends_at', 'is_lost'])
      .where('guid', '=', guid)
      .executeTakeFirst()
    if (!row || row.is_lost === 1) throw new Problem('cloudDisconnected')
    return {
      tokens: this.opened(guid, row.tokens_sealed),
      number: row.tokens_number,
      endsAt: row.access_ends_at,
    }
  }

  /**
   * One statement, so that of two at the same moment only one gets it; and only for the tokens that were read. A process
   * that could not keep what the provider gives does not ask.
   */
  async #claim(guid: string, number: number, holder: string): Promise<boolean> {
    const { database, keyRing, clock } = this.#deps
    const now = clock()
    const claimed = await database.transaction(async (tx) => {
      await requireCurrentKey(tx, keyRing)
      return tx
        .updateTable('cloud_connection')
        .set({ renewed_by: holder, renewed_until: now + leaseTime })
        .where('guid', '=', guid)
        .where('tokens_number', '=', number)
        .where((row) => row.or([row('renewed_until', 'is', null), row('renewed_until', '<=', now)]))
        .returning('guid')
        .executeTakeFirst()
    })
    return claimed !== undefined
  }

  async #keep(guid: string, number: number, granted: Granted): Promise<boolean> {
    const { database, keyRing, clock } = this.#deps
    const kept = await database.transaction(async (tx) => {
      await requireCurrentKey(tx, keyRing)
      return tx
        .updateTable('cloud_connection')
        .set({
          tokens_sealed: this.sealed(guid, granted),
          tokens_number: number + 1,
          access_ends_at: granted.lasts === null ? null : clock() + granted.lasts,
        })
        .where('guid', '=', guid)
        .where('tokens_number', '=', number)
        .returning('guid')
        .executeTakeFirst()
    })
    return kept !== undefined
  }

  async #lose(guid: string, number: number): Promise<void> {
    await this.#deps.database.kysely
      .updateTable('cloud_connection')
      .set({ is_lost: 1 })
      .where('guid', '=', guid)
      .where('tokens_number', '=', number)
      .execute()
  }
}
