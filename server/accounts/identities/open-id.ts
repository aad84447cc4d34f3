import * as client from 'openid-client'
import { boundedFetch, NoAnswer } from '#server/http/bounded-fetch.ts'
import { guardedFetch } from '#server/http/outgoing/guarded-fetch.ts'
import type { Outgoing } from '#server/http/outgoing/outgoing.ts'
import type { Log } from '#server/log.ts'
import { Problem } from '#server/rules/problems.ts'
import type { FlowSecrets } from '#server/accounts/sign-in/sign-in-flows.ts'
import type { Claims } from './verified-person.ts'

/** A provider with which this installation is registered. */
export type OpenIdConnection = {
  issuer: URL
  clientId: string
  clientSecret: string
  /** One for each connection: a response of one provider at another's address fails. */
  redirectUri: URL
  scopes?: readonly string[]
  /** What the provider is known to refuse or to leave out. */
  lacks?: ReadonlySet<'pkce' | 'nonce'>
  /** Whether its addresses come from a user: then only those are asked that users may name. */
  isGuarded?: boolean
}

const second = 1000
const hour = 3_600 * second

/** How long a provider's own metadata is cached, in milliseconds. */
const maxKeptTime = hour
const maxCached = 200
// Ten times the largest known documents, some 20 KB.
const maxBytes = 256 * 1024

type CachedProvider = { configuration: Promise<client.Configuration>; until: number }

/**
 * OpenID Connect, the code flow: PKCE, state, nonce, and every check of the ID token, including its signature. Any
 * error in a response is one Problem without detail for the person, and a log line.
 */
export class OpenId {
  readonly #clock: () => number
  readonly #log: Log
  readonly #patience: number
  readonly #outgoing: Outgoing | undefined
  readonly #kept = new Map<string, CachedProvider>()

  /** `patience`: how many seconds to wait for a response. */
  constructor(options: { clock: () => number; log: Log; outgoing?: Outgoing; patience?: number }) {
    this.#clock = options.clock
    this.#log = options.log
    this.#outgoing = options.outgoing
    this.#patience = options.patience ?? 5
  }

  /** The address at which the person signs in. Throws providerAway. */
  async begin(connection: OpenIdConnection, flow: FlowSecrets): Promise<URL> {
    return this.#telling(connection, async () => {
      const configuration = await this.#discover(connection)
      const { redirectUri, scopes = ['openid', 'profile', 'email'], lacks } = connection
      const challenge = await client.calculatePKCECodeChallenge(flow.verifier)
      return client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri.href,
        scope: scopes.join(' '),
        state: flow.state,
        ...(lacks?.has('nonce') ? {} : { nonce: flow.nonce }),
        ...(lacks?.has('pkce') ? {} : { code_challenge: challenge, code_challenge_method: 'S256' }),
      })
    })
  }

  /**
   * What the provider says about the person who came back with this query. Throws signInFailed for any error in the
   * response, providerAway.
   */
  async finish(connection: OpenIdConnection, flow: FlowSecrets, answer: URLSearchParams): Promise<Claims> {
    return this.#telling(connection, async () => {
      const configuration = await this.#discover(connection)
      const address = new URL(connection.redirectUri)
      address.search = answer.toString()
      // The issuer of a multi-tenant provider can only be compared once the token has named the tenant.
      const named = answer.get('iss')
      if (isManyTenants(connection.issuer)) address.searchParams.delete('iss')
      const tokens = await client.authorizationCodeGrant(configuration, address, {
        expectedState: flow.state,
        idTokenExpected: true,
        ...(connection.lacks?.has('nonce') ? {} : { expectedNonce: flow.nonce }),
        ...(connection.lacks?.has('pkce') ? {} : { pkceCodeVerifier: flow.verifier }),
      })
      const token = tokens.claims()
      if (!token) throw new Error('no ID token')
      if (named !== null && named !== token.iss) throw new Error('another issuer answers')
      requireKeyOfIssuer(configuration, String(tokens.id_token), token.iss)
      const person = await this.#person(configuration, tokens.access_token, token)
      return { issuer: token.iss, subject: token.sub, token, person }
    })
  }

  async #person(
    configuration: client.Configuration,
    accessToken: string,
    token: client.IDToken,
  ): Promise<Record<string, unknown>> {
    const isThere = configuration.serverMetadata().userinfo_endpoint !== undefined
    if (token['email'] !== undefined || !isThere) return token
    return client.fetchUserInfo(configuration, accessToken, token.sub)
  }

  /** The provider's metadata, fetched once an hour; concurrent requests share one fetch. */
  #discover(connection: OpenIdConnection): Promise<client.Configuration> {
    const { issuer, clientId, clientSecret, isGuarded = false } = connection
    const key = JSON.stringify([issuer.href, clientId, clientSecret, isGuarded])
    const kept = this.#kept.get(key)
    if (kept && kept.until > this.#clock()) return kept.configuration
    const configuration = this.#askFor(connection)
    if (this.#kept.size >= maxCached) this.#kept.clear()
    this.#kept.set(key, { configuration, until: this.#clock() + maxKeptTime })
    configuration.catch(() => this.#kept.delete(key))
    return configuration
  }

  async #askFor({
    issuer,
    clientId,
    clientSecret,
    isGuarded = false,
  }: OpenIdConnection): Promise<client.Configuration> {
    const insecure = issuer.protocol === 'http:' ? [client.allowInsecureRequests] : []
    const limits = { maxBytes, patience: this.#patience * second }
    const ask = (
      isGuarded ? guardedFetch(this.#outgoing, limits) : boundedFetch(limits)
    ) as client.CustomFetch
    // The library expects the tenant's own issuer in tokens where it knows Microsoft, by this host.
    const known = isManyTenants(issuer) ? new URL(issuer.pathname, microsoft) : issuer
    const configuration = await client.discovery(
      known,
      clientId,
      clientSecret,
      authentication(clientSecret),
      {
        execute: [...insecure, client.enableNonRepudiationChecks],
        timeout: this.#patience,
        [client.customFetch]: (address, options) => ask(at(issuer, known, address), options),
      },
    )
    requireAddresses(configuration, issuer)
    return configuration
  }

  async #telling<T>({ issuer }: OpenIdConnection, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof Problem) throw error
      const { message, code } = error as { message?: string; code?: string }
      const causes = causesOf(error)
      const isAway = causes.some((cause) => cause instanceof NoAnswer || cause.name === 'TimeoutError')
      // Neither the response nor a token: the cause of the error can contain both once there was a response.
      const reason = isAway ? causes.at(-1)?.message : message
      this.#log.warn({ issuer: issuer.href, reason, code }, 'a sign-in by another server failed')
      const problem = new Problem(isAway ? 'providerAway' : 'signInFailed')
      const given = (error as { error?: unknown }).error
      const ownCode = typeof given === 'string' && /^[a-z_]{1,40}$/.test(given) ? given : ''
      throw Object.assign(problem, { reason: { isAway, message: reason ?? '', error: ownCode } })
    }
  }
}

/** Why it failed: the library's own words, and the error code of the provider. */
export type OpenIdReason = { isAway: boolean; message: string; error: string }

/** For whoever sets a provider up, never for the person who signs in. */
export function reasonOf(problem: Problem & { reason?: OpenIdReason }): OpenIdReason {
  return problem.reason ?? { isAway: false, message: problem.text, error: '' }
}

const microsoft = 'https://login.microsoftonline.com'

/** Microsoft's addresses for people of every tenant; its national clouds have other hosts. */
export function isManyTenants({ pathname }: URL): boolean {
  return /^\/(common|organizations|consumers)\/v2\.0\/?$/.test(pathname)
}

function at(issuer: URL, known: URL, address: string): string {
  return issuer.origin !== known.origin && address.startsWith(`${known.origin}/`)
    ? issuer.origin + address.slice(known.origin.length)
    : address
}

/** The secret goes in the body if the provider supports that, otherwise in the header. */
function authentication(clientSecret: string): client.ClientAuth {
  const [inBody, inHeader] = [client.ClientSecretPost(clientSecret), client.ClientSecretBasic(clientSecret)]
  return (server, ...more) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return (methods.includes('client_secret_post') ? inBody : inHeader)(server, ...more)
  }
}

/** A provider that is contacted over https redirects no one elsewhere without it. */
function requireAddresses(configuration: client.Configuration, issuer: URL): void {
  const { authorization_endpoint: address = '' } = configuration.serverMetadata()
  const target = URL.parse(address)
  if (target?.protocol !== 'https:' && target?.protocol !== issuer.protocol) {
    throw new Error('no address to sign in at')
  }
}

/**
 * Microsoft's keys name the issuer that each is for; keys for `{tenantid}` are for every tenant. A key of one tenant
 * must not sign for another.
 */
function requireKeyOfIssuer(configuration: client.Configuration, idToken: string, issuer: string): void {
  const { kid } = JSON.parse(Buffer.from(idToken.split('.')[0]!, 'base64url').toString()) as { kid?: string }
  const keys = (client.getJwksCache(configuration)?.jwks.keys ?? []) as { kid?: string; issuer?: string }[]
  const named = keys.find((key) => key.kid === kid)?.issuer
  if (named !== undefined && !named.includes('{tenantid}') && named !== issuer) {
    throw new Error('the key is not for this issuer')
  }
}

/** An error and its causes, the deepest last. */
function causesOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : []
}
