import { newGuid, unlessFull, type Database, type Transaction } from '#server/db/open.ts'
import type { Events } from '#server/events/events.ts'
import type { Client } from '#server/http/client.ts'
import { networkOf } from '#server/http/limits/network.ts'
import type { RateLimits, RateState } from '#server/http/limits/rate.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import type { SessionMethod, SignInMethod } from '#server/rules/accounts/sign-in-methods.ts'
import {
  maxAccessTokens,
  scopesIn,
  tokenCalls,
  type TokenScope,
} from '#server/rules/accounts/tokens/token-scopes.ts'
import { Problem } from '#server/rules/problems.ts'
import { lockUser } from '#server/accounts/addresses/address-rows.ts'
import { requireAddress } from '#server/accounts/registering/names.ts'
import { hashOfSecret } from '#server/accounts/secrets.ts'
import type { ConfirmedBy, Confirming } from '#server/accounts/sign-in/confirming.ts'
import type { FoundSession, SignInPolicy } from '#server/accounts/sign-in/session.ts'
import { userByEmail } from '#server/accounts/user-rows.ts'
import { requiredStepOf, userOf, type RequiredStep, type User } from '#server/accounts/users.ts'
import { tokenEndOf, type CreateAccessTokenForm, type MakeAccessTokenForm } from './access-token-forms.ts'
import { AccessTokenEnds } from './access-token-ends.ts'
import * as rows from './access-token-rows.ts'
import { newAccessToken } from './token-secret.ts'

const minute = 60_000
/** How often the latest use of a token is written, at most, in milliseconds. */
const usesKept = 5 * minute
/** Within this many milliseconds a call that only reads is recorded once for each network. */
const readsKept = 60 * minute

export type ListedAccessToken = {
  guid: string
  name: string
  scopes: TokenScope[]
  createdAt: number
  endsAt: number | null
  usedAt: number | null
  usedFrom: string
}

/** Who a token speaks for, and what for. */
export type FoundAccessToken = {
  guid: string
  name: string
  scopes: readonly TokenScope[]
  user: User
  requiredStep: RequiredStep | null
  /** How its owner had signed in when making it. */
  method: SignInMethod
}

type AccessTokensDeps = {
  database: Database
  rates: RateLimits
  jobs: Jobs
  events: Events
  clock: () => number
  policy: SignInPolicy
  confirming: Confirming
}

/**
 * Personal access tokens: what a person gives to a program instead of the password. One is shown once, does what its
 * scopes say and its account can, and ends when its owner, the operator or its date says so. It never signs in to a
 * browser, and never changes how its owner signs in. All times in epoch ms.
 */
export class AccessTokens {
  readonly #deps: AccessTokensDeps
  readonly #ends: AccessTokenEnds

  constructor(deps: AccessTokensDeps) {
    this.#deps = deps
    this.#ends = new AccessTokenEnds(deps)
  }

  /** The actor's tokens that have not ended, the newest first. */
  async list(actor: User): Promise<ListedAccessToken[]> {
    const { database, clock } = this.#deps
    const found = await rows.tokensOf(database.kysely, actor.guid, clock())
    return found.map((row) => ({
      guid: row.guid,
      name: row.name,
      scopes: scopesIn(row.scopes),
      createdAt: row.created_at,
      endsAt: row.ends_at,
      usedAt: row.used_at,
      usedFrom: row.used_from,
    }))
  }

  /** What to ask for before a token is made, if the sign-in is not a recent one of an account without a password. */
  async requiredConfirmation(session: FoundSession): Promise<ConfirmedBy | 'nothing'> {
    const required = await this.#deps.confirming.requiredConfirmation(session)
    return required === 'elsewhere' && this.#deps.confirming.isFresh(session) ? 'nothing' : required
  }

  /**
   * Makes a token for who proves again who they are, as `make`. Throws badForm and what `Confirming.confirm` throws,
   * with the field.
   */
  async create(
    session: FoundSession,
    form: CreateAccessTokenForm,
    client: Client,
  ): Promise<{ guid: string; token: string }> {
    const { user, method } = session
    tokenEndOf(form.tokenEnd, user.timeZone, this.#deps.clock())
    const required = await this.requiredConfirmation(session)
    if (required === 'elsewhere') throw new Problem('badForm', { text: signInAgain })
    const { password = '', twoFactorCode = '' } = form
    if (required !== 'nothing')
      await this.#deps.confirming.confirm(session, { password, twoFactorCode }, client)
    return this.make(user, form, method)
  }

  /**
   * Makes a token, which is stored nowhere: only this answer has it. `method` is how the actor signed in. Throws badForm
   * with the field.
   */
  async make(
    actor: User,
    form: MakeAccessTokenForm,
    method: SessionMethod,
  ): Promise<{ guid: string; token: string }> {
    const { database, events, clock } = this.#deps
    const now = clock()
    const endsAt = tokenEndOf(form.tokenEnd, actor.timeZone, now)
    const token = newAccessToken()
    const guid = newGuid()
    await database.transaction(async (tx) => {
      await lockUser(tx, actor.guid)
      if ((await rows.tokensOf(tx, actor.guid, now)).length >= maxAccessTokens) throw tooMany()
      await tx
        .insertInto('access_token')
        .values({
          guid,
          user_guid: actor.guid,
          name: form.tokenName,
          token_hash: hashOfSecret(token),
          scopes: scopesIn(form.scope.join(' ')).join(' '),
          method: method === 'link' ? 'password' : method,
          created_at: now,
          ends_at: endsAt,
          used_at: null,
          used_from: '',
        })
        .execute()
      await this.#ends.plan(tx, guid, endsAt)
      const detail = { token: form.tokenName, scopes: scopesIn(form.scope.join(' ')).join(' ') }
      await events.record(tx, { subject: actor.guid, kind: 'AccessTokenMade', detail, facts: { endsAt } })
    })
    return { guid, token }
  }

  /** Ends one of the actor's tokens, from the next request on; returns its name, or null if it had ended. */
  async end(actor: User, guid: string): Promise<string | null> {
    const { database, events } = this.#deps
    return database.transaction(async (tx) => {
      const row = await tx
        .deleteFrom('access_token')
        .where('guid', '=', guid)
        .where('user_guid', '=', actor.guid)
        .returning('name')
        .executeTakeFirst()
      if (!row) return null
      const detail = { token: row.name, by: 'owner' }
      await events.record(tx, { subject: actor.guid, kind: 'AccessTokenEnded', detail })
      return row.name
    })
  }

  /** Ends all of them, and returns how many there were. */
  async endAll(
    { guid: subject }: Pick<User, 'guid'>,
    by: 'owner' | 'operator',
    within?: Transaction,
  ): Promise<number> {
    if (!within) return this.#deps.database.transaction((tx) => this.endAll({ guid: subject }, by, tx))
    const tokens = await rows.endTokensOf(within, subject)
    if (tokens > 0)
      await this.#deps.events.record(within, { subject, kind: 'AccessTokensEnded', detail: { tokens, by } })
    return tokens
  }

  /** For the operator: all of the account with this address. Throws badForm, notFound. */
  async endAllOf(typed: string): Promise<number> {
    const email = requireAddress(typed)
    const row = await userByEmail(this.#deps.database.kysely, email)
    if (!row) throw new Problem('notFound', { text: `No account has the address ${email}.` })
    return this.endAll(row, 'operator')
  }

  /**
   * Whose token this is; null for one that is unknown or has ended, or whose account is not active: the same single
   * look-up for each. Keeps when and from where it was used.
   */
  async find(token: string, client: Client): Promise<FoundAccessToken | null> {
    const { database, clock } = this.#deps
    const now = clock()
    const [row] = await rows.liveByHash(database.lookups, { hash: hashOfSecret(token), now })
    if (!row) return null
    await this.#noteUse(row, client, now).catch(unlessFull)
    return foundIn(row)
  }

  /** The token by its guid, for what was proved to come from it. */
  async findByGuid(guid: string): Promise<FoundAccessToken | null> {
    const { database, clock } = this.#deps
    const [row] = await rows.liveByGuid(database.lookups, { guid, now: clock() })
    return row ? foundIn(row) : null
  }

  /** What its owner's team says of each use, as of a sign-in in the same way. Throws domainLocked, signInRestricted. */
  async requireAllowed({ user, method }: FoundAccessToken): Promise<void> {
    const refusal = await this.#deps.policy(user, method)
    if (refusal?.code === 10012) throw new Problem('domainLocked')
    if (!refusal) return
    throw new Problem('signInRestricted', {
      text: 'Your team no longer allows the sign-in method with which this access token was created. Sign in another way and create a new one.',
    })
  }

  /** Counts one call, and returns how many are left. */
  count({ guid }: FoundAccessToken): Promise<RateState> {
    return this.#deps.rates.count(`access-token|${guid}`, tokenCalls)
  }

  /** Puts a call on the account's record: each that can change something, one that reads once an hour. */
  async noteCall(
    { guid, name, user }: FoundAccessToken,
    { call, isReading, client }: { call: string; isReading: boolean; client: Client },
  ): Promise<void> {
    const { rates, events } = this.#deps
    const key = `access-token-read|${guid}|${call}|${networkOf(client.ip)}`
    if (isReading && !(await rates.take(key, { count: 1, per: readsKept }))) return
    const detail = { token: name, call }
    await events.record(null, { subject: user.guid, kind: 'AccessTokenUsed', client, detail })
  }

  /** Conditional, so that of two requests at once one writes. */
  async #noteUse(row: rows.LiveRow, { ip }: Client, now: number): Promise<void> {
    const from = networkOf(ip).slice(0, 64)
    const isSame = row.used_from === from
    if (row.used_at !== null && now - row.used_at < (isSame ? usesKept : minute)) return
    await this.#deps.database.kysely
      .updateTable('access_token')
      .set({ used_at: now, used_from: from })
      .where('guid', '=', row.token_guid)
      .where((token) => token.or([token('used_at', 'is', null), token('used_at', '<=', now - minute)]))
      .execute()
  }
}

function foundIn(row: rows.LiveRow): FoundAccessToken {
  return {
    guid: row.token_guid,
    name: row.token_name,
    scopes: scopesIn(row.scopes),
    user: userOf(row),
    requiredStep: requiredStepOf(row),
    method: row.method as SignInMethod,
  }
}

const signInAgain =
  'It’s been more than 15 minutes since you signed in. Sign out, sign in again, then create the token.'

function tooMany(): Problem {
  const text = `An account can have up to ${maxAccessTokens} access tokens. End one first.`
  return new Problem('badForm', { field: 'tokenName', text })
}
