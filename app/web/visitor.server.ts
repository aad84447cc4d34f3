import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { User } from '#server/accounts/accounts.ts'
import type { Services } from '#server/services.ts'
import type { Identity } from '#server/viewing/identity.ts'
import { noticeKinds, type NoticeSaid } from '../ui/root-data.ts'
import type { Cookies } from './cookies.server.ts'

/** Who sends a request, as far as its cookies prove it. Each proof is looked up at most once a request. */
export class Visitor {
  readonly cookies: Cookies
  readonly notice: NoticeSaid | null
  /** Whether a form of this browser came from a page of an older build, and nobody was told yet. */
  readonly isUpdated: boolean
  readonly hasPinnedMenu: boolean
  readonly isNewBrowser: boolean
  readonly browserId: string
  readonly sessionId: string | null
  readonly readerId: string | null
  readonly #services: Services
  #user: Promise<User | null> | undefined
  #readerEmail: Promise<string | null> | undefined

  private constructor(services: Services, cookies: Cookies, read: Record<keyof Cookies, unknown>) {
    this.#services = services
    this.cookies = cookies
    this.sessionId = textOrNull(read.session)
    this.readerId = textOrNull(read.reader)
    this.notice = noticeOrNull(read.notice)
    this.isUpdated = read.updated === 'yes'
    this.hasPinnedMenu = read.menu === 'pinned'
    this.isNewBrowser = textOrNull(read.browser) === null
    this.browserId = textOrNull(read.browser) ?? randomBytes(16).toString('hex')
  }

  static async of(request: Request, services: Services, cookies: Cookies): Promise<Visitor> {
    const header = request.headers.get('cookie')
    const names = Object.keys(cookies) as (keyof Cookies)[]
    const read = await Promise.all(names.map(async (name) => [name, await cookies[name].parse(header)]))
    return new Visitor(services, cookies, Object.fromEntries(read) as Record<keyof Cookies, unknown>)
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

/** What was only words is good news. */
function noticeOrNull(value: unknown): NoticeSaid | null {
  if (typeof value === 'string') return value === '' ? null : { text: value, kind: 'good' }
  const { text, kind } = (value ?? {}) as Partial<NoticeSaid>
  return text && kind && noticeKinds.includes(kind) ? { text, kind } : null
}
