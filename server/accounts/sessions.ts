import { sql } from 'kysely'
import { unlessFull, type Database, type Transaction } from '#server/db/open.ts'
import type { Client } from '#server/http/client.ts'
import { hashOfSecret, newSecret } from './secrets.ts'
import { userColumns, userOf } from './users.ts'
import type { User } from './users.ts'

export type { Client } from '#server/http/client.ts'

export type SessionLimits = Readonly<{ idle: number; absolute: number; remembered: number }>

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Milliseconds (reading A16). A remembered session has no idle limit of its own. */
export const sessionLimits: SessionLimits = { idle: 30 * minute, absolute: 12 * hour, remembered: 30 * day }

export type StartedSession = { id: string; endsAt: number; isRemembered: boolean }

/** `key` names the session in forms that end it; it is not what the cookie holds. */
export type ListedSession = {
  key: string
  createdAt: number
  seenAt: number
  isRemembered: boolean
  isCurrent: boolean
  ip: string
  userAgent: string
}

/** Signed-in browsers. The cookie holds a random id, the database its SHA-256. All times in epoch ms. */
export class Sessions {
  readonly #database: Database
  readonly #clock: () => number
  readonly #limits: SessionLimits

  constructor(options: { database: Database; clock: () => number; limits?: SessionLimits }) {
    this.#database = options.database
    this.#clock = options.clock
    this.#limits = options.limits ?? sessionLimits
  }

  /** Begins a session. Its id goes into the cookie and is kept nowhere else. */
  async start(
    userGuid: string,
    client: Client,
    options: { isRemembered?: boolean } = {},
  ): Promise<StartedSession> {
    const id = newSecret()
    const now = this.#clock()
    const isRemembered = options.isRemembered === true
    const endsAt = now + (isRemembered ? this.#limits.remembered : this.#limits.absolute)
    await this.#database.kysely
      .insertInto('session')
      .values({
        id_hash: hashOfSecret(id),
        user_guid: userGuid,
        created_at: now,
        seen_at: now,
        idle_until: isRemembered ? endsAt : now + this.#limits.idle,
        ends_at: endsAt,
        is_remembered: isRemembered ? 1 : 0,
        ip: client.ip.slice(0, 64),
        user_agent: client.userAgent.replaceAll('\0', '').slice(0, 500),
      })
      .execute()
    return { id, endsAt, isRemembered }
  }

  /**
   * Whose session this is; null when it ended, or the account is not active any more. Moves the idle limit on,
   * at most once a minute, so that reading a page is not a write each time.
   */
  async find(id: string): Promise<User | null> {
    const now = this.#clock()
    const idHash = hashOfSecret(id)
    const row = await this.#database.kysely
      .selectFrom('session')
      .innerJoin('user', 'user.guid', 'session.user_guid')
      .select([...userColumns, 'session.seen_at'])
      .where('session.id_hash', '=', idHash)
      .where('session.idle_until', '>', now)
      .where('session.ends_at', '>', now)
      .where('user.status', '=', 'Active')
      .executeTakeFirst()
    if (!row) return null
    if (now - row.seen_at >= minute) await this.#slide(idHash, now).catch(unlessFull)
    return userOf(row)
  }

  // Conditional, so that neither an ended session comes back nor two requests both write.
  async #slide(idHash: string, now: number): Promise<void> {
    const idleUntil = now + this.#limits.idle
    await this.#database.kysely
      .updateTable('session')
      .set({
        seen_at: now,
        idle_until: sql<number>`case when is_remembered = 1 or ends_at < ${idleUntil} then ends_at else cast(${idleUntil} as bigint) end`,
      })
      .where('id_hash', '=', idHash)
      .where('seen_at', '<=', now - minute)
      .where('idle_until', '>', now)
      .execute()
  }

  /** Signs one browser out. An id that is unknown is fine. */
  async end(id: string): Promise<void> {
    await this.#database.kysely.deleteFrom('session').where('id_hash', '=', hashOfSecret(id)).execute()
  }

  /** Signs all of a user's browsers out, but the one with the id `except`; inside `tx` when it is given. */
  async endAll(userGuid: string, options: { except?: string; tx?: Transaction } = {}): Promise<void> {
    const kysely = options.tx ?? this.#database.kysely
    let query = kysely.deleteFrom('session').where('user_guid', '=', userGuid)
    if (options.except !== undefined) query = query.where('id_hash', '!=', hashOfSecret(options.except))
    await query.execute()
  }

  /** The user's live sessions, the latest used first. */
  async list(user: User, currentId?: string): Promise<ListedSession[]> {
    const now = this.#clock()
    const current = currentId === undefined ? null : hashOfSecret(currentId)
    const rows = await this.#database.kysely
      .selectFrom('session')
      .selectAll()
      .where('user_guid', '=', user.guid)
      .where('idle_until', '>', now)
      .where('ends_at', '>', now)
      .orderBy('seen_at', 'desc')
      .orderBy('id_hash')
      .execute()
    return rows.map((row) => ({
      key: row.id_hash,
      createdAt: row.created_at,
      seenAt: row.seen_at,
      isRemembered: row.is_remembered === 1,
      isCurrent: row.id_hash === current,
      ip: row.ip,
      userAgent: row.user_agent,
    }))
  }

  /** Ends one of the user's own listed sessions. */
  async endListed(user: User, key: string): Promise<void> {
    await this.#database.kysely
      .deleteFrom('session')
      .where('id_hash', '=', key)
      .where('user_guid', '=', user.guid)
      .execute()
  }

  /** How many have not ended, for whoever watches. */
  async countActive(): Promise<number> {
    const now = this.#clock()
    const { count } = await this.#database.kysely
      .selectFrom('session')
      .select((session) => session.fn.countAll<number | string | bigint>().as('count'))
      .where('idle_until', '>', now)
      .where('ends_at', '>', now)
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  /** Removes what has ended, and answers how many. */
  async sweep(): Promise<number> {
    const now = this.#clock()
    const { numDeletedRows } = await this.#database.kysely
      .deleteFrom('session')
      .where((where) => where.or([where('idle_until', '<=', now), where('ends_at', '<=', now)]))
      .executeTakeFirst()
    return Number(numDeletedRows)
  }
}
