import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { onTestFinished, TestRunner } from 'vitest'
import type { ProviderConfig } from '#server/settings/providers.ts'

type Key = Awaited<ReturnType<typeof generateKeyPair>>
type Claims = Record<string, unknown>

/** How a provider lies, where an honest one cannot be brought to. */
export type Lies = {
  /** Changes the claims of the ID token. */
  claims?: (claims: Claims) => Claims
  /** Signs with a key that no one knows, or not at all. */
  signature?: 'other key' | 'none' | 'cut' | 'secret'
  /** Changes what it says of itself. */
  document?: (document: Claims) => Claims
  /** Answers the discovery with this many bytes. */
  documentBytes?: number
  /** Never answers. */
  isSilent?: boolean
  /** The content of the answer to the browser. */
  answer?: (answer: URLSearchParams) => void
  /** The nonce in the token, whatever was sent. */
  nonce?: string
}

const clientId = 'strongroom'
const clientSecret = 'a secret of the client that is long enough'

/** A provider made by hand for the tests: it signs tokens as OpenID Connect says, but for its lies. */
export class LyingProvider {
  lies: Lies = {}
  /** Bytes that it could get rid of in its longest answer. */
  sentBytes = 0
  /** How many codes it got to see. */
  seenCodes = 0
  readonly #server: Server
  readonly #keys: { own: Key; other: Key }
  #nonce: string | null = null

  private constructor(keys: { own: Key; other: Key }) {
    this.#keys = keys
    this.#server = createServer((request, response) => void this.#answer(request, response))
  }

  static async start(): Promise<LyingProvider> {
    const [own, other] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])
    const made = new LyingProvider({ own, other })
    await new Promise<void>((resolve) => made.#server.listen(0, '127.0.0.1', resolve))
    if (TestRunner.getCurrentTest()) onTestFinished(() => made.close())
    return made
  }

  get config(): ProviderConfig {
    return { issuer: new URL(this.issuer), clientId, clientSecret, tenant: null }
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** The address to which the browser that asked for `address` is sent back: path and query. */
  signIn(address: string): string {
    const authorization = new URL(address)
    const back = new URL(authorization.searchParams.get('redirect_uri')!)
    this.#nonce = authorization.searchParams.get('nonce')
    back.searchParams.set('code', 'code')
    back.searchParams.set('state', authorization.searchParams.get('state')!)
    back.searchParams.set('iss', this.issuer)
    this.lies.answer?.(back.searchParams)
    return back.pathname + back.search
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.lies.isSilent) return
    response.setHeader('content-type', 'application/json')
    if (request.url === '/keys') {
      const key = { ...(await exportJWK(this.#keys.own.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
      return void response.end(JSON.stringify({ keys: [key] }))
    }
    if (request.url === '/token') {
      this.seenCodes++
      const tokens = { access_token: 'access', token_type: 'Bearer', id_token: await this.#token() }
      return void response.end(JSON.stringify(tokens))
    }
    if (this.lies.documentBytes) return this.#sendMuch(response, this.lies.documentBytes)
    const document = {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      jwks_uri: `${this.issuer}/keys`,
      id_token_signing_alg_values_supported: ['RS256', 'none', 'HS256'],
      authorization_response_iss_parameter_supported: true,
    }
    response.end(JSON.stringify(this.lies.document?.(document) ?? document))
  }

  /** Until the other side has had enough. */
  #sendMuch(response: ServerResponse, bytes: number): void {
    const part = Buffer.alloc(64 * 1024, ' ')
    const next = (): void => {
      while (this.sentBytes < bytes && !response.destroyed) {
        this.sentBytes += part.length
        if (!response.write(part)) return void response.once('drain', next)
      }
      response.end()
    }
    next()
  }

  async #token(): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    const honest: Claims = {
      iss: this.issuer,
      sub: 'liar',
      aud: clientId,
      iat: now,
      exp: now + 600,
      email: 'lena@example.org',
      email_verified: true,
      given_name: 'Lena',
      family_name: 'Lund',
      ...(this.#nonce === null ? {} : { nonce: this.lies.nonce ?? this.#nonce }),
    }
    const claims = this.lies.claims?.(honest) ?? honest
    const { signature } = this.lies
    if (signature === 'none') return `${encoded({ alg: 'none' })}.${encoded(claims)}.`
    if (signature === 'secret') {
      const secret = new TextEncoder().encode(clientSecret)
      return new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(secret)
    }
    const { privateKey } = signature === 'other key' ? this.#keys.other : this.#keys.own
    const token = await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(privateKey)
    return signature === 'cut' ? token.slice(0, -20) : token
  }
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
