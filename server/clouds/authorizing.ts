import { createHash } from 'node:crypto'
import { z } from 'zod'
import { NoAnswer } from '#server/http/bounded-fetch.ts'
import { guardedFetch } from '#server/http/outgoing/guarded-fetch.ts'
import type { Outgoing } from '#server/http/outgoing/outgoing.ts'
import type { Log } from '#server/log.ts'
import type { CloudName } from '#server/rules/files/clouds.ts'
import { Problem } from '#server/rules/problems.ts'
import type { CloudConfig } from '#server/settings/clouds.ts'
import type { CloudProvider, CloudTokens, Revocation } from './cloud-provider.ts'
import { busy } from './requests.ts'

/** Tokens, and for how many milliseconds the access token works; null for not known. */
export type Granted = CloudTokens & { lasts: number | null }

const granted = z.object({
  access_token: z.string().min(1).max(20_000),
  refresh_token: z.string().min(1).max(20_000).nullish(),
  expires_in: z.coerce.number().nullish(),
  scope: z.string().nullish(),
})
const refused = z.object({ error: z.string() })

const limits = { patience: 30_000, maxBytes: 256 * 1024 }

type Options = {
  cloud: CloudName
  provider: CloudProvider
  config: CloudConfig
  redirectUri: string
  outgoing: Outgoing
  log: Log
}

/** How one provider gives this installation access: OAuth 2.0 by an authorization code (RFC 6749, section 4.1). */
export class Authorizing {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  /** Where the browser goes; the provider sends it back with a code for the verifier, if it has one. */
  address({ state, verifier }: { state: string; verifier: string }): URL {
    const { provider, config, redirectUri } = this.#options
    const url = new URL(provider.authorization.address)
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    url.search = new URLSearchParams({
      response_type: 'code',
      client_id: config.clientId,
      redirect_uri: redirectUri,
      state,
      ...(provider.hasVerifier ? { code_challenge: challenge, code_challenge_method: 'S256' } : {}),
      ...provider.authorization.query,
    }).toString()
    return url
  }

  /** Throws cloudRefused if the code does not work or reading was not allowed; cloudBusy, cloudFailed. */
  async exchange(code: string, verifier: string): Promise<Granted> {
    const { provider, redirectUri } = this.#options
    const { scope, ...tokens } = await this.#ask('cloudRefused', {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      ...(provider.hasVerifier ? { code_verifier: verifier } : {}),
    })
    const { requiredScope } = provider
    if (requiredScope === null || (scope ?? '').split(' ').includes(requiredScope)) return tokens
    await this.end(tokens).catch(() => {})
    throw new Problem('cloudRefused', {
      text: 'Google didn’t let this server read your files. Connect again, and leave that checkbox selected.',
    })
  }

  /** New tokens; a provider that gives no other refresh token keeps the old one. Throws cloudDisconnected too. */
  async refresh(refresh: string): Promise<Granted> {
    const form = { grant_type: 'refresh_token', refresh_token: refresh }
    const { scope: _scope, ...tokens } = await this.#ask('cloudDisconnected', form)
    return { ...tokens, refresh: tokens.refresh ?? refresh }
  }

  /** Takes the access back at the provider; what is not open there any more stays so. Throws cloudBusy, cloudFailed. */
  async end(tokens: CloudTokens): Promise<void> {
    const { provider, config } = this.#options
    if ((await this.#revoke(provider.revocation(tokens, config))) || tokens.refresh === null) return
    // An access token that has ended ends nothing: a new one does.
    const renewed = await this.refresh(tokens.refresh).catch((error: unknown) => {
      if (error instanceof Problem && error.problem === 'cloudDisconnected') return null
      throw error
    })
    if (renewed) await this.#revoke(provider.revocation(renewed, config))
  }

  async #revoke({ address, headers = {}, form }: Revocation): Promise<boolean> {
    const { cloud, outgoing, log } = this.#options
    try {
      const response = await guardedFetch(outgoing, limits)(address, {
        method: 'POST',
        headers,
        ...(form ? { body: new URLSearchParams(form) } : {}),
      })
      if (response.status === 429) throw busy(response.headers)
      return response.ok
    } catch (error) {
      if (error instanceof Problem) throw error
      log.warn(
        { cloud, reason: (error as Error).message },
        'access to a cloud storage was not taken back there',
      )
      throw new Problem('cloudFailed')
    }
  }

  async #ask(
    ifRefused: 'cloudRefused' | 'cloudDisconnected',
    form: Record<string, string>,
  ): Promise<Granted & { scope: string | null }> {
    const { cloud, provider, config, outgoing, log } = this.#options
    const client = { client_id: config.clientId, client_secret: config.clientSecret }
    try {
      const response = await guardedFetch(outgoing, limits)(provider.tokenAddress, {
        method: 'POST',
        headers: { Accept: 'application/json' },
        body: new URLSearchParams({ ...form, ...client }),
      })
      if (response.status === 429) throw busy(response.headers)
      const body: unknown = await response.json()
      if (!response.ok) throw this.#refusal(body, ifRefused)
      const { access_token: access, refresh_token: refresh, expires_in: seconds, scope } = granted.parse(body)
      return {
        access,
        refresh: refresh ?? null,
        lasts: seconds && seconds > 0 ? seconds * 1000 : null,
        scope: scope ?? null,
      }
    } catch (error) {
      if (error instanceof Problem) throw error
      const reason = error instanceof NoAnswer ? error.message : (error as Error).name
      log.warn({ cloud, reason }, 'a cloud storage gave no tokens')
      throw new Problem('cloudFailed')
    }
  }

  /** `invalid_grant` is about the code or the token; anything else is about the registration of this installation. */
  #refusal(body: unknown, ifRefused: 'cloudRefused' | 'cloudDisconnected'): Problem {
    const { error } = refused.parse(body)
    if (error === 'invalid_grant') return new Problem(ifRefused)
    this.#options.log.warn(
      { cloud: this.#options.cloud, reason: error.slice(0, 100) },
      'a cloud storage gave no tokens',
    )
    return new Problem('cloudFailed')
  }
}
