import { sql } from 'kysely'
import { newGuid, unlessFull, type Database, type Transaction } from '#server/db/open.ts'
import type { Client } from '#server/http/client.ts'
import type { Log } from '#server/log.ts'
import type { SessionMethod } from '#server/rules/accounts/sign-in-methods.ts'
import { endTokensOf } from '#server/accounts/access-tokens/access-token-rows.ts'
import { forgetBrowser, forgetBrowsers } from './known-browsers.ts'
import { hashOfSecret } from '#server/accounts/secrets.ts'
import { live, type LiveRow } from './live-sessions.ts'
import { isDue, makeCookie, noteSeen, readCookie, rotate, secretStateOf } from './session-secret.ts'
import { requiredStepOf, userOf, type User } from '#server/accounts/users.ts'
import type { FoundSession, ListedSession, StartedSession, StartOptions } from './session.ts'

export type { Client } from '#server/http/client.ts'
export type { FoundSession, ListedSession, StartedSession, StartOptions } from './session.ts'
export type { RequiredStep } from '#server/accounts/users.ts'

export type SessionLimits = Readonly<{ idle: number; absolute: number; remembered: number }>

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Milliseconds. A remembered session has no idle limit of its own. */
export const sessionLimits: SessionLimits = { idle: 30 * minute, absolute: 12 * hour, remembered: 30 * day }

type SessionsOptions = {
  database: Database
  clock: () => number
  limits?: SessionLimits
  log?: Log
  /** Called when a session was ended because an old copy of its cookie was shown. */
  onCopied?: (userGuid: string) => Promise<void>
}

/**
 * Signed-in browsers, and programs that have a bearer token. The cookie or the token has the session's guid and a
 * secret, the database the secret's SHA-256. The secret of a remembered browser changes with use, so that a stolen one
 * soon stops working; cookie and token cannot replace each other. All times in epoch ms.
 */
export class Sessions {
  readonly #database: Database
  readonly #clock: () => number
  readonly #limits: SessionLimits
  readonly #log: Log | undefined
  readonly #onCopied: SessionsOptions['onCopied']

  constructor(options: SessionsOptions) {
    this.#database = options.database
    this.#clock = options.clock
    this.#limits = options.limits ?? sessionLimits
    this.#log = options.log
    this.#onCopied = options.onCopied
  }

  /** Starts a session. Its secret goes into the cookie and is stored nowhere else. */
  async start(userGuid: string, client: Client, options: StartOptions = {}): Promise<StartedSession> {
    const guid = newGuid()
    const { cookie, hash } = makeCookie(guid)
    const now = this.#clock()
    const isRemembered = options.isRemembered === true
    const lasts = isRemembered ? this.#limits.remembered : this.#limits.absolute
    const endsAt = now + Math.min(lasts, await this.#maxOfTeam(userGuid))
    await this.#database.kysely
      .insertInto('session')
      .values({
        guid,
        user_guid: userGuid,
        secret_hash: hash,
        previous_hash: null,
        rotated_at: now,
        is_secret_seen: 0,
        method: options.method ?? 'link',
        created_at: now,
        seen_at: now,
        idle_until: isRemembered ? endsAt : Math.min(endsAt, now + this.#limits.idle),
        ends_at: endsAt,
        is_remembered: isRemembered ? 1 : 0,
        is_api: options.isApi === true ? 1 : 0,
        ip: client.ip.slice(0, 64),
        user_agent: client.userAgent.replaceAll('\0', '').slice(0, 500),
        proved_at: options.isProved === false ? 0 : now,
        browser_hash: client.browserSecret === undefined ? '' : hashOfSecret(client.browserSecret),
      })
      .execute()
    return { id: cookie, guid, endsAt, isRemembered, isApi: options.isApi === true }
  }

  /** How long a session of a member of a team can last at most (milliseconds). */
  async #maxOfTeam(userGuid: string): Promise<number> {
    const row = await this.#database.kysely
      .selectFrom('user')
      .innerJoin('team', 'team.guid', 'user.team_guid')
      .select('team.session_hours')
      .where('user.guid', '=', userGuid)
      .executeTakeFirst()
    return row?.session_hours ? row.session_hours * hour : Infinity
  }

  /**
   * The session that a cookie proves; null if it has ended, or the account is no longer active. Extends the idle limit,
   * at most once a minute, so that reading a page is not a write each time. A copied cookie ends the session for
   * everyone who has it.
   */
  async find(id: string): Promise<FoundSession | null> {
    const now = this.#clock()
    const shown = readCookie(id)
    const row = shown && (await live(this.#database, shown.guid, now, { isApi: false }))
    if (!row) return null
    const secretState = secretStateOf(row, shown, now)
    if (secretState === 'copied') await this.#endCopied(row)
    if (secretState === 'copied' || secretState === 'wrong') return null
    if (secretState === 'present' && row.previous_hash !== null && row.is_secret_seen === 0) {
      await noteSeen(this.#database, row).catch(unlessFull)
    }
    const isOld = isDue(row, secretState, now)
    const renewed = isOld ? await rotate(this.#database, row, shown, now).catch(unlessFull) : null
    const found = await this.#use(row, now)
    if (!renewed) return found
    const { guid } = found
    const endsAt = row.ends_at
    return { ...found, renewed: { id: renewed, guid, endsAt, isRemembered: true, isApi: false } }
  }

  /** The session that a bearer token proves; null if it has ended, or the account is no longer active. */
  async findByToken(token: string): Promise<FoundSession | null> {
    const now = this.#clock()
    const shown = readCookie(token)
    const row = shown && (await live(this.#database, shown.guid, now, { isApi: true }))
    return row && secretStateOf(row, shown, now) === 'present' ? this.#use(row, now) : null
  }

  /** The session of a program by its guid, for what was proved to come from it. */
  async findProgram(guid: string): Promise<FoundSession | null> {
    const now = this.#clock()
    const row = await live(this.#database, guid, now, { isApi: true })
    return row ? this.#use(row, now) : null
  }

  async #use(row: LiveRow, now: number): Promise<FoundSession> {
    if (now - row.seen_at >= minute) await this.#slide(row.session_guid, now).catch(unlessFull)
    return {
      guid: row.session_guid,
      user: userOf(row),
      method: row.method as SessionMethod,
      hasPassword: row.has_password === 1,
      provedAt: row.proved_at,
      requiredStep: requiredStepOf(row),
      renewed: null,
    }
  }

  /** The person has proved again, in this browser, who they are. */
  async prove({ guid, user }: Pick<FoundSession, 'guid' | 'user'>): Promise<void> {
    await this.#database.kysely
      .updateTable('session')
      .set({ proved_at: this.#clock() })
      .where('guid', '=', guid)
      .where('user_guid', '=', user.guid)
      .execute()
  }

  async #endCopied(row: { guid: string; session_guid: string }): Promise<void> {
    await this.#database.kysely.deleteFrom('session').where('guid', '=', row.session_guid).execute()
    this.#log?.warn({ user: row.guid }, 'a session was ended: an old copy of its cookie was shown')
    await this.#onCopied?.(row.guid)
  }

  // Conditional, so that no ended session comes back and no two requests both write.
  async #slide(guid: string, now: number): Promise<void> {
    const idleUntil = now + this.#limits.idle
    await this.#database.kysely
      .updateTable('session')
      .set({
        seen_at: now,
        idle_until: sql<number>`case when is_remembered = 1 or ends_at < ${idleUntil} then ends_at else cast(${idleUntil} as bigint) end`,
      })
      .where('guid', '=', guid)
      .where('seen_at', '<=', now - minute)
      .where('idle_until', '>', now)
      .execute()
  }

  /** Signs one browser out, and returns whose; null for an unknown ID. */
  async end(id: string): Promise<string | null> {
    const shown = readCookie(id)
    if (!shown) return null
    const row = await this.#database.kysely
      .deleteFrom('session')
      .where('guid', '=', shown.guid)
      .where((where) =>
        where.or([where('secret_hash', '=', shown.hash), where('previous_hash', '=', shown.hash)]),
      )
      .returning('user_guid')
      .executeTakeFirst()
    return row?.user_guid ?? null
  }

  /**
   * Signs out all of a user's browsers, except the session with the guid `except`, ends what was about to become a
   * session, and forgets which browsers the account knows, except that of the `client`; inside `tx` if given. Without
   * `except` it also ends all personal access tokens. Returns how many sessions it ended.
   */
  async endAll(
    userGuid: string,
    options: { except?: string; client?: Client; tx?: Transaction } = {},
  ): Promise<number> {
    const kysely = options.tx ?? this.#database.kysely
    await forgetBrowsers(kysely, userGuid, options.client)
    await kysely.deleteFrom('challenge').where('user_guid', '=', userGuid).execute()
    await kysely.deleteFrom('hand_off').where('user_guid', '=', userGuid).execute()
    // Who is signed out of every browser also takes back what was given to programs.
    if (options.except === undefined) await endTokensOf(kysely, userGuid)
    let query = kysely.deleteFrom('session').where('user_guid', '=', userGuid)
    if (options.except !== undefined) query = query.where('guid', '!=', options.except)
    const { numDeletedRows } = await query.executeTakeFirst()
    return Number(numDeletedRows)
  }

  /** The user's live sessions, the latest used first. */
  async list(user: User, currentGuid?: string): Promise<ListedSession[]> {
    const now = this.#clock()
    const rows = await this.#database.kysely
      .selectFrom('session')
      .selectAll()
      .where('user_guid', '=', user.guid)
      .where('idle_until', '>', now)
      .where('ends_at', '>', now)
      .orderBy('seen_at', 'desc')
      .orderBy('guid')
      .execute()
    return rows.map((row) => ({
      key: row.guid,
      createdAt: row.created_at,
      seenAt: row.seen_at,
      method: row.method as SessionMethod,
      isRemembered: row.is_remembered === 1,
      isCurrent: row.guid === currentGuid,
      isApi: row.is_api === 1,
      ip: row.ip,
      userAgent: row.user_agent,
    }))
  }

  /**
   * Ends one of the user's own listed sessions, and forgets the browser it began in, unless they are also signed in
   * there by another one; returns whether it existed.
   */
  async endListed(user: User, key: string, within?: Transaction): Promise<boolean> {
    if (!within) return this.#database.transaction((tx) => this.endListed(user, key, tx))
    const row = await within
      .deleteFrom('session')
      .where('guid', '=', key)
      .where('user_guid', '=', user.guid)
      .returning('browser_hash')
      .executeTakeFirst()
    if (row) await forgetBrowser(within, user.guid, row.browser_hash, this.#clock())
    return row !== undefined
  }

  /** How many have not ended, for monitoring. */
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

  /** Removes what has ended, and returns how many. */
  async sweep(): Promise<number> {
    const now = this.#clock()
    const { numDeletedRows } = await this.#database.kysely
      .deleteFrom('session')
      .where((where) => where.or([where('idle_until', '<=', now), where('ends_at', '<=', now)]))
      .executeTakeFirst()
    return Number(numDeletedRows)
  }
}
