import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider, type Adapter, type AdapterPayload } from 'oidc-provider'
import { onTestFinished, TestRunner } from 'vitest'
import type { ProviderConfig } from '#server/settings/providers.ts'
import { CookieJar } from '#tests/support/browser/cookies.ts'

/** Who signs in there: the claims of the ID token, by their names. */
export type Claimed = { sub: string; [claim: string]: unknown }
export type Kind = 'google' | 'microsoft' | 'linkedin'

export const tenant = '8eaef023-2b34-4da1-9baa-8bc8c9d6a490'
export const personalTenant = '9188040d-6c67-4c5b-b112-36a304b66dad'
const clientId = 'strongroom'
const clientSecret = 'a secret of the client that is long enough'

/** `keysOf`: the one tenant that Microsoft's keys are for. `redirectUri`: where a team's single sign-on comes back to. */
type Options = { origin?: string; keysOf?: string; redirectUri?: string }

/**
 * A certified OpenID Connect server on the loopback that behaves as one of the three does. Everyone is signed
 * in as `person`, and agrees to everything.
 */
export class OpenIdProvider {
  person: Claimed = { sub: '1' }
  /** The status of every answer from now on, or null: it works. */
  failure: number | null = null
  readonly #server: Server
  readonly #kind: Kind
  readonly #options: Options
  /** By the path under which each is: Microsoft has one for every tenant. */
  readonly #providers = new Map<string, Provider>()

  private constructor(kind: Kind, options: Options) {
    this.#kind = kind
    this.#options = options
    this.#server = createServer((request, response) => void this.#answer(request, response))
  }

  static async start(kind: Kind, options: Options = {}): Promise<OpenIdProvider> {
    const made = new OpenIdProvider(kind, options)
    await new Promise<void>((resolve) => made.#server.listen(0, '127.0.0.1', resolve))
    if (TestRunner.getCurrentTest()) onTestFinished(() => made.close())
    return made
  }

  /** As the installation's configuration names it. */
  get config(): ProviderConfig {
    const paths = { google: '/', microsoft: '/common/v2.0', linkedin: '/oauth' }
    const issuer = new URL(paths[this.#kind], this.#origin)
    return { issuer, clientId, clientSecret, tenant: null }
  }

  /** Signs the person in, and answers path and query of the address to which the browser is sent back. */
  async signIn(address: string): Promise<string> {
    const cookies = new CookieJar(Date.now)
    for (let here = new URL(address); ;) {
      const headers = { cookie: cookies.header(here) ?? '' }
      const response = await fetch(here, { redirect: 'manual', headers })
      await response.body?.cancel()
      for (const line of response.headers.getSetCookie()) cookies.keep(line, here)
      const location = response.headers.get('location')
      if (!location) throw new Error(`${here.pathname} answered ${response.status} and led nowhere`)
      here = new URL(location, here)
      if (here.origin === this.#origin) continue
      return here.pathname + here.search
    }
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  get #origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** The path under which everything is, as in the issuer of the tokens. */
  get #root(): string {
    return { google: '', microsoft: `/${String(this.person['tid'] ?? tenant)}/v2.0`, linkedin: '/oauth' }[
      this.#kind
    ]
  }

  get #provider(): Provider {
    const made = this.#providers.get(this.#root) ?? this.#make(this.#root)
    this.#providers.set(this.#root, made)
    return made
  }

  #make(root: string): Provider {
    return new Provider(`${this.#origin}${root}`, {
      adapter: Memory,
      jwks: { keys: [signingKey] },
      cookies: { keys: ['cookies'] },
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: [
            this.#options.redirectUri ??
              `${this.#options.origin ?? 'http://localhost:3000'}/access/callback/${this.#kind}`,
          ],
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      claims: {
        openid: ['sub', 'tid', 'oid', 'xms_edov'],
        email: ['email', 'email_verified'],
        profile: ['name', 'given_name', 'family_name'],
      },
      // What the three do too: everything is in the ID token.
      conformIdTokenClaims: false,
      features: { devInteractions: { enabled: false } },
      pkce: { required: () => this.#kind === 'google' },
      ttl: { Interaction: 600, Session: 600, Grant: 600, IdToken: 600, AccessToken: 600 },
      interactions: { url: (_, { uid }) => `${root}/interaction/${uid}` },
      findAccount: (_, accountId) => ({ accountId, claims: () => this.person }),
      async loadExistingGrant({ oidc }) {
        const grant = new oidc.provider.Grant({
          clientId: oidc.client!.clientId,
          accountId: oidc.session!.accountId!,
        })
        grant.addOIDCScope('openid profile email')
        await grant.save()
        return grant
      },
      renderError(context, error) {
        context.body = error.error
      },
    })
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.failure !== null) return void response.writeHead(this.failure).end()
    if (request.url === '/common/v2.0/.well-known/openid-configuration') return this.#describeAll(response)
    if (request.url === '/common/v2.0/jwks') return this.#sendKeys(response)
    const address = request.url!.replace(/^\/common\/v2\.0/, this.#root)
    // A mounted server: it sees its own part of the path.
    Object.assign(request, { originalUrl: address })
    request.url = address.slice(this.#root.length)
    if (!request.url.startsWith('/interaction/')) return void this.#provider.callback()(request, response)
    await this.#provider.interactionFinished(request, response, { login: { accountId: this.person.sub } })
  }

  /** What Microsoft says to people of all tenants: the issuer has a gap where the tenant belongs. */
  async #describeAll(response: ServerResponse): Promise<void> {
    const own = `${this.#origin}${this.#root}`
    const text = await (await fetch(`${own}/.well-known/openid-configuration`)).text()
    sendJson(response, {
      ...(JSON.parse(text.replaceAll(own, `${this.#origin}/common/v2.0`)) as object),
      issuer: `${this.#origin}/{tenantid}/v2.0`,
      authorization_response_iss_parameter_supported: undefined,
    })
  }

  /** Microsoft says which issuer each key is for. */
  async #sendKeys(response: ServerResponse): Promise<void> {
    const answer = await fetch(`${this.#origin}${this.#root}/jwks`)
    const { keys } = (await answer.json()) as { keys: Record<string, unknown>[] }
    const issuer = `${this.#origin}/${this.#options.keysOf ?? '{tenantid}'}/v2.0`
    sendJson(response, { keys: keys.map((key) => ({ ...key, issuer })) })
  }
}

const signingKey = {
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
  kid: 'one',
  alg: 'RS256',
  use: 'sig',
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(value))
}

/** What the server has to remember, in memory. */
class Memory implements Adapter {
  static readonly #kept = new Map<string, AdapterPayload>()
  readonly #kind: string

  constructor(kind: string) {
    this.#kind = kind
  }

  async upsert(id: string, payload: AdapterPayload): Promise<void> {
    Memory.#kept.set(`${this.#kind}:${id}`, payload)
  }
  async find(id: string): Promise<AdapterPayload | undefined> {
    return Memory.#kept.get(`${this.#kind}:${id}`)
  }
  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return [...Memory.#kept.values()].find((payload) => payload.uid === uid)
  }
  async findByUserCode(): Promise<undefined> {}
  async consume(id: string): Promise<void> {
    const payload = await this.find(id)
    if (payload) payload.consumed = Math.floor(Date.now() / 1000)
  }
  async destroy(id: string): Promise<void> {
    Memory.#kept.delete(`${this.#kind}:${id}`)
  }
  async revokeByGrantId(): Promise<void> {}
}
