import { createHmac, randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto'
import type { User } from '#server/accounts/accounts.ts'
import { newSecret } from '#server/accounts/secrets.ts'
import type { FoundSession } from '#server/accounts/sign-in/sessions.ts'
import type { Services } from '#server/services.ts'
import type { Identity } from '#server/accounts/identity.ts'
import { noticeKinds, type NoticeText } from '#app/ui/root-data.ts'
import { gone, readCookies, type Cookies, type CookieValues } from './cookies.server.ts'

/** Who sends a request, as far as its cookies prove it. Each proof is looked up at most once per request. */
export class Visitor {
  readonly cookies: Cookies
  readonly notice: NoticeText | null
  /** Whether a form of this browser came from a page of an older build, and no one has been notified yet. */
  readonly isUpdated: boolean
  readonly hasCollapsedMenu: boolean
  /** The page that this browser requested before its user went to read an email. */
  readonly wanted: string | null
  readonly isNewBrowser: boolean
  readonly browserId: string
  /** By this an account recognises the browser; what the browser has, or a new one for it. */
  readonly browserSecret: string
  /** Identifies the session of the cookie, the same as long as it lasts; only `session` says whether it still does. */
  readonly sessionId: string | null
  readonly readerId: string | null
  /** With this the browser holds keys of files that open with a passkey. */
  readonly keyHolder: string | null
  /** A sign-in in this browser that waits for its second factor. */
  readonly challenge: string | null
  readonly #sessionCookie: string | null
  readonly #services: Services
  #session: Promise<FoundSession | null> | undefined
  #readerEmail: Promise<string | null> | undefined

  private constructor(services: Services, cookies: Cookies, read: CookieValues) {
    this.#services = services
    this.cookies = cookies
    this.#sessionCookie = textOrNull(read.session)
    this.sessionId = this.#sessionCookie?.split('.')[0] ?? null
    this.challenge = textOrNull(read.challenge)
    this.readerId = textOrNull(read.reader)
    this.keyHolder = textOrNull(read.keys)
    this.notice = noticeOrNull(read.notice)
    this.isUpdated = read.updated === 'yes'
    this.hasCollapsedMenu = read.menu === 'collapsed'
    this.wanted = textOrNull(read.wanted)
    this.isNewBrowser = textOrNull(read.browser) === null
    this.browserId = textOrNull(read.browser) ?? randomBytes(16).toString('hex')
    this.browserSecret = textOrNull(read.known) ?? newSecret()
  }

  static async of(request: Request, services: Services, cookies: Cookies): Promise<Visitor> {
    return new Visitor(services, cookies, await readCookies(cookies, request.headers.get('cookie')))
  }

  /** The signed-in account, or null; also null while the account has to be set up or its password changed. */
  async user(): Promise<User | null> {
    const session = await this.session()
    return session && session.requiredStep === null ? session.user : null
  }

  /**
   * The account session, including one that is not valid yet for anything but what is `owed`; null if there is none.
   */
  session(): Promise<FoundSession | null> {
    return (this.#session ??= this.#sessionCookie
      ? this.#services.accounts.sessions.find(this.#sessionCookie)
      : Promise.resolve(null))
  }

  /** Whether this browser had a session that has ended. */
  async hasLostSession(): Promise<boolean> {
    return this.#sessionCookie !== null && (await this.session()) === null
  }

  /**
   * What the response tells the browser about its session cookie: a new secret, or that it has ended. Null for nothing.
   */
  async sessionLine(): Promise<string | null> {
    if (!this.#session || this.#sessionCookie === null) return null
    // A session that could not be looked up has not ended.
    const found = await this.#session.catch(() => undefined)
    if (found === null) return gone(this.cookies.session)
    const renewed = found?.renewed
    if (!renewed) return null
    return this.cookies.session.serialize(renewed.id, { expires: new Date(renewed.endsAt) })
  }

  /** Makes the browser keep the secret by which an account knows it from now on. */
  knownLine(): Promise<string> {
    return this.cookies.known.serialize(this.browserSecret)
  }

  /** Ends the account session that this browser had, if any. */
  async endSession(): Promise<void> {
    if (this.#sessionCookie) await this.#services.accounts.signingOut.here(this.#sessionCookie)
  }

  /** The address that this browser confirmed by a code on the recipients' sign-in page, or null. */
  readerEmail(): Promise<string | null> {
    return (this.#readerEmail ??= this.readerId
      ? this.#services.viewing.readers.find(this.readerId)
      : Promise.resolve(null))
  }

  /** Whether this browser had proved who uses it, as an account or by a code, and that has ended. */
  async hasLostProof(): Promise<boolean> {
    if (await this.hasLostSession()) return true
    return this.readerId !== null && (await this.readerEmail()) === null
  }

  /** Everything the policy can rely on. */
  async identity(): Promise<Identity> {
    const [user, readerEmail] = await Promise.all([this.user(), this.readerEmail()])
    return { user, readerEmail, browserId: this.browserId, keyHolder: this.keyHolder }
  }

  /**
   * The token in every form of this browser and session. Each page masks it again: in a compressed page, a secret that
   * stays the same could be guessed from the page's length. It is bound to the part of the session that stays the same
   * while its secret changes, and to no session that this very response removes from the browser.
   */
  async formToken(): Promise<string> {
    const mask = randomBytes(32)
    const [key] = this.#services.keys.forms
    const token = this.#token(key, await this.#lastingId())
    return Buffer.concat([mask, exclusiveOr(token, mask)]).toString('base64url')
  }

  /** Whether a form came from a page that this browser got in this session, or after the session ended. */
  async isOwnToken(token: string): Promise<boolean> {
    const given = Buffer.from(token, 'base64url')
    if (given.length !== 64) return false
    const bare = exclusiveOr(given.subarray(32), given.subarray(0, 32))
    // The cookie of an ended session can remain in a browser.
    const ids = [this.sessionId, await this.#lastingId()]
    return this.#services.keys.forms.some((key) =>
      ids.some((id) => timingSafeEqual(this.#token(key, id), bare)),
    )
  }

  /** The session's ID unless it has ended; one that could not be looked up has not. */
  async #lastingId(): Promise<string | null> {
    return (await this.hasLostSession().catch(() => false)) ? null : this.sessionId
  }

  #token(key: KeyObject, sessionId: string | null): Buffer {
    const bound = `${this.browserId}|${sessionId ?? ''}`
    return createHmac('sha256', key).update(bound).digest()
  }
}

function exclusiveOr(left: Buffer, right: Buffer): Buffer {
  return Buffer.from(left.map((byte, index) => byte ^ right[index]!))
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function noticeOrNull(value: unknown): NoticeText | null {
  const { text, kind } = (value ?? {}) as Partial<NoticeText>
  return text && kind && noticeKinds.includes(kind) ? { text, kind } : null
}
