import type { Config } from '#server/config.ts'
import type { ProviderConfig } from '#server/settings/providers.ts'
import { networkOf } from '#server/http/limits/network.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import { Problem } from '#server/rules/problems.ts'
import { providerNames, type ProviderName } from '#server/rules/accounts/sign-in-methods.ts'
import { accountLimits, type AccountLimits } from '#server/accounts/sign-in/limits.ts'
import type { OpenId, OpenIdConnection } from './open-id.ts'
import { hashOfSecret } from '#server/accounts/secrets.ts'
import type { Client } from '#server/accounts/sign-in/sessions.ts'
import { newFlowSecrets, type SignInFlow, type SignInFlows } from '#server/accounts/sign-in/sign-in-flows.ts'
import { microsoftPerson, standardPerson, type VerifiedPerson } from './verified-person.ts'

export type BeginOptions = {
  browserId: string
  /** The page of ours that was requested. */
  to?: string | null
  isRemembered?: boolean
  /** The sign-up code of the link that was followed. */
  linkCode?: string
  /** The session that adds a sign-in method to its own account. */
  connect?: { userGuid: string; sessionId: string }
}

/** Who came back: the browser, and its session if it has one. */
export type Returning = {
  client: Client
  browserId: string
  userGuid: string | null
  sessionId: string | null
}

export type Finished = { person: VerifiedPerson; flow: SignInFlow }

/** LinkedIn answers a code verifier with `invalid_client`, and its ID tokens do not repeat the nonce. */
const linkedInLacks: ReadonlySet<'pkce' | 'nonce'> = new Set(['pkce', 'nonce'])

/** Google, Microsoft and LinkedIn, each as far as the operator has registered with it. */
export class Providers {
  readonly #openId: OpenId
  readonly #flows: SignInFlows
  readonly #rates: RateLimits
  readonly #config: Pick<Config, 'publicUrl' | 'providers'>
  readonly #limits: AccountLimits

  constructor(options: {
    openId: OpenId
    flows: SignInFlows
    rates: RateLimits
    config: Pick<Config, 'publicUrl' | 'providers'>
    limits?: Partial<AccountLimits>
  }) {
    this.#openId = options.openId
    this.#flows = options.flows
    this.#rates = options.rates
    this.#config = options.config
    this.#limits = { ...accountLimits, ...options.limits }
  }

  /** Those available, in the order in which they are shown. */
  names(): ProviderName[] {
    return providerNames.filter((name) => this.#config.providers[name])
  }

  /** The address at the provider that the browser goes to next. Throws notFound, tooManyAttempts, providerAway. */
  async begin(name: ProviderName, client: Client, options: BeginOptions): Promise<URL> {
    const connection = this.#connection(name)
    await this.#rates.require(rateKey(client), this.#limits.viaByNetwork)
    const secrets = newFlowSecrets()
    const address = await this.#openId.begin(connection, secrets)
    const { browserId, to = null, isRemembered = false, linkCode, connect } = options
    await this.#flows.start(
      { state: secrets.state, browserId },
      {
        provider: name,
        purpose: connect ? 'connect' : 'signIn',
        userGuid: connect?.userGuid ?? null,
        details: {
          nonce: secrets.nonce,
          verifier: secrets.verifier,
          to,
          isRemembered,
          ...(linkCode ? { linkCode } : {}),
          ...(connect ? { sessionKey: hashOfSecret(connect.sessionId) } : {}),
        },
      },
    )
    return address
  }

  /**
   * Handles the return from the provider, by the query of the callback. Uses up the flow that was started. Throws
   * notFound, signInFailed, providerAway.
   */
  async finish(name: ProviderName, returning: Returning, answer: URLSearchParams): Promise<Finished> {
    const connection = this.#connection(name)
    const state = answer.get('state') ?? ''
    const flow = await this.#flows.use({ state, browserId: returning.browserId, provider: name })
    if (!flow || !isExpected(flow, returning)) throw new Problem('signInFailed')
    const { nonce = '', verifier = '' } = flow.details
    const claims = await this.#openId.finish(connection, { state, nonce, verifier }, answer)
    const person =
      name === 'microsoft'
        ? microsoftPerson(claims, this.#required(name).tenant)
        : standardPerson(name, claims)
    if (!person) throw new Problem('signInFailed')
    await this.#rates.giveBack(rateKey(returning.client))
    return { person, flow }
  }

  /** The flow about to be finished, or null: to know where to go if it fails. */
  begun(name: ProviderName, browserId: string, answer: URLSearchParams): Promise<SignInFlow | null> {
    return this.#flows.peek({ state: answer.get('state') ?? '', browserId, provider: name })
  }

  #connection(name: ProviderName): OpenIdConnection {
    const { issuer, clientId, clientSecret } = this.#required(name)
    const redirectUri = new URL(`/access/callback/${name}`, this.#config.publicUrl)
    const lacks = name === 'linkedin' ? { lacks: linkedInLacks } : {}
    return { issuer, clientId, clientSecret, redirectUri, ...lacks }
  }

  #required(name: ProviderName): ProviderConfig {
    const config = this.#config.providers[name]
    if (!config) throw new Problem('notFound')
    return config
  }
}

/** A sign-in method is added only to the account, and in the session, in which that was requested. */
function isExpected({ purpose, userGuid, details }: SignInFlow, returning: Returning): boolean {
  if (purpose !== 'connect') return purpose === 'signIn'
  const { sessionId } = returning
  return (
    sessionId !== null && userGuid === returning.userGuid && details.sessionKey === hashOfSecret(sessionId)
  )
}

function rateKey({ ip }: Client): string {
  return `via:network:${networkOf(ip)}`
}
