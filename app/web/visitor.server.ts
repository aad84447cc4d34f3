import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { User } from '#server/accounts/accounts.ts'
import type { Services } from '#server/services.ts'
import type { Identity } from '#server/viewing/identity.ts'
import type { Cookies } from './cookies.server.ts'

/** Who sends a request, as far as its cookies prove it. Each proof is looked up at most once a request. */
export class Visitor {
  readonly cookies: Cookies
  readonly notice: string | null
  /** The page that this browser asked for before it went to read a letter. */
  readonly wanted: string | null
  readonly isNewBrowser: boolean
  readonly browserId: string
  readonly sessionId: string | null
  readonly readerId: string | null
  readonly #services: Services
  #user: Promise<User | null> | undefined
  #readerEmail: Promise<string | null> | undefined

  private constructor(
    services: Services,
    cookies: Cookies,
    read: { session: unknown; reader: unknown; browser: unknown; notice: unknown; wanted: unknown },
  ) {
    this.#services = services
    this.cookies = cookies
    this.sessionId = textOrNull(read.session)
    this.readerId = textOrNull(read.reader)
    this.notice = textOrNull(read.notice)
    this.wanted = textOrNull(read.wanted)
    this.isNewBrowser = textOrNull(read.browser) === null
    this.browserId = textOrNull(read.browser) ?? randomBytes(16).toString('hex')
  }

  static async of(request: Request, services: Services, cookies: Cookies): Promise<Visitor> {
    const header = request.headers.get('cookie')
    const [session, reader, browser, notice, wanted] = await Promise.all([
      cookies.session.parse(header),
      cookies.reader.parse(header),
      cookies.browser.parse(header),
      cookies.notice.parse(header),
      cookies.wanted.parse(header),
    ])
    return new Visitor(services, cookies, { session, reader, browser, notice, wanted })
  }

  /** The signed-in account, or null. */
  user(): Promise<User | null> {
    return (this.#user ??= this.sessionId
      ? this.#services.sessions.find(this.sessionId)
      : Promise.resolve(null))
  }

  /** Ends the account session that this browser had, if any. */
  async endSession(): Promise<void> {
    if (this.sessionId) await this.#services.signIn.signOut(this.sessionId)
  }

  /** The address that this browser proved by a code at the recipient's door, or null. */
  readerEmail(): Promise<string | null> {
    return (this.#readerEmail ??= this.readerId
      ? this.#services.readers.find(this.readerId)
      : Promise.resolve(null))
  }

  /** Everything the gate may rely on. */
  async identity(): Promise<Identity> {
    const [user, readerEmail] = await Promise.all([this.user(), this.readerEmail()])
    return { user, readerEmail, browserId: this.browserId }
  }

  /**
   * The token that every form of this browser and session carries. Each page masks it anew: in a compressed page a
   * secret that stays the same could be guessed from the page's length.
   */
  formToken(): string {
    const mask = randomBytes(32)
    const [key] = this.#services.keys.forms
    return Buffer.concat([mask, exclusiveOr(this.#token(key), mask)]).toString('base64url')
  }

  isOwnToken(token: string): boolean {
    const given = Buffer.from(token, 'base64url')
    if (given.length !== 64) return false
    const bare = exclusiveOr(given.subarray(32), given.subarray(0, 32))
    return this.#services.keys.forms.some((key) => timingSafeEqual(this.#token(key), bare))
  }

  #token(key: Buffer): Buffer {
    const bound = `${this.browserId}|${this.sessionId ?? ''}`
    return createHmac('sha256', key).update(bound).digest()
  }
}

function exclusiveOr(left: Buffer, right: Buffer): Buffer {
  return Buffer.from(left.map((byte, index) => byte ^ right[index]!))
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
