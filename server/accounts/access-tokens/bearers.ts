import type { Client } from '#server/http/client.ts'
import type { RateState } from '#server/http/limits/rate.ts'
import {
  tokenCalls,
  tokenScopeLabels,
  type CallScope,
  type TokenScope,
} from '#server/rules/accounts/tokens/token-scopes.ts'
import { Problem } from '#server/rules/problems.ts'
import { waitingTime } from '#server/rules/text/format.ts'
import type { FoundSession, Sessions } from '#server/accounts/sign-in/sessions.ts'
import type { User } from '#server/accounts/users.ts'
import type { AccessTokens, FoundAccessToken } from './access-tokens.ts'
import { isAccessToken } from './token-secret.ts'

/**
 * Who a bearer token speaks for: a program that signed in, or one with a personal access token. `session` is what its
 * reading belongs to; how someone signed in, only a program that did so has.
 */
export type Bearer = {
  token: string
  session: Pick<FoundSession, 'guid' | 'user' | 'requiredStep'> & { method: FoundSession['method'] | null }
  accessToken: FoundAccessToken | null
  user: User
}

/** What a program wants to do, under the name that the account's record has for it. */
export type WantedCall = {
  name: string
  scope: CallScope
  /** Whether it is also for an account that must first complete a step. */
  isForUnfinished?: boolean
  /** Whether it is a part of what was counted and recorded when it began. */
  isPart?: boolean
  /** Told what is left of the token's limit, before anything is refused. */
  onCounted?: (state: RateState) => void
}

type Deps = {
  sessions: Pick<Sessions, 'findByToken'>
  accessTokens: AccessTokens
  requiresSecondFactor: (user: User) => Promise<boolean>
}

/** The bearer tokens of programs: of both kinds, wherever one is shown. */
export class Bearers {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** The token in an Authorization header, or null. */
  shownIn(authorization: string | null): string | null {
    return /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? null
  }

  /**
   * Who it speaks for; null if it is unknown or has ended. Throws tooManyCalls, tokenScope, what the team says of a
   * sign-in, and what `requireFinished` throws.
   */
  async find(token: string, client: Client, wanted: WantedCall): Promise<Bearer | null> {
    if (isAccessToken(token)) return this.#findAccessToken(token, client, wanted)
    const session = await this.#deps.sessions.findByToken(token)
    if (!session) return null
    if (!wanted.isForUnfinished) await this.requireFinished(session)
    return { token, session, accessToken: null, user: session.user }
  }

  async #findAccessToken(token: string, client: Client, wanted: WantedCall): Promise<Bearer | null> {
    const { accessTokens } = this.#deps
    const found = await accessTokens.find(token, client)
    if (!found) return null
    if (!wanted.isPart) {
      const counted = await accessTokens.count(found)
      wanted.onCounted?.(counted)
      if (!counted.isTaken) throw tooManyCalls(counted)
    }
    await accessTokens.requireAllowed(found)
    if (!wanted.isForUnfinished) await this.requireFinished(found)
    const { name: call, scope } = wanted
    requireScope(found.scopes, scope)
    const isReading = scope === 'read' || scope === 'any'
    if (!wanted.isPart) await accessTokens.noteCall(found, { call, isReading, client })
    return { token, session: { ...found, method: null }, accessToken: found, user: found.user }
  }

  /** Throws accountUnfinished or secondFactorFirst if a step has to be completed before anything else. */
  async requireFinished({ user, requiredStep }: Pick<FoundSession, 'user' | 'requiredStep'>): Promise<void> {
    if (requiredStep) throw new Problem('accountUnfinished')
    if (await this.#deps.requiresSecondFactor(user)) throw new Problem('secondFactorFirst')
  }
}

/** Throws tokenScope. */
function requireScope(has: readonly TokenScope[], scope: CallScope): void {
  if (scope === 'any') return
  if (scope === 'never')
    throw new Problem('tokenScope', {
      text: 'No personal access token is allowed to make this call. Sign in with POST /v2/account/token, or use a browser.',
    })
  const wanted = typeof scope === 'string' ? [scope] : scope
  if (wanted.some((one) => has.includes(one))) return
  const names = wanted.map((one) => `“${one}” (${tokenScopeLabels[one]})`).join(' or ')
  throw new Problem('tokenScope', {
    text: `This access token isn’t allowed to make this call: it needs the scope ${names}. Create a token with it in Settings.`,
  })
}

function tooManyCalls({ wait }: RateState): Problem {
  const limit = `${tokenCalls.count.toLocaleString('en')} calls in ${tokenCalls.per / 60_000} minutes`
  return new Problem('tooManyCalls', {
    wait,
    text: `This access token made more than ${limit}. Wait ${waitingTime(wait)}, then try again.`,
  })
}
