type Cookie = {
  name: string
  value: string
  path: string
  expiresAt: number
  isSecure: boolean
  hasSameSite: boolean
}

/** The cookies of one browser, kept and sent by path, expiry and security as browsers do. */
export class CookieJar {
  readonly #cookies = new Map<string, Cookie>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  keep(setCookie: string, url: URL): void {
    const [pair = '', ...attributes] = setCookie.split(/;\s*/)
    const at = pair.indexOf('=')
    const cookie: Cookie = {
      name: pair.slice(0, at),
      value: pair.slice(at + 1),
      path: url.pathname.replace(/\/[^/]*$/, '') || '/',
      expiresAt: Infinity,
      isSecure: false,
      hasSameSite: false,
    }
    let maxAge: number | undefined
    for (const attribute of attributes) {
      const [, name = '', value = ''] = /^([^=]*)=?(.*)$/.exec(attribute) ?? []
      if (/^path$/i.test(name) && value.startsWith('/')) cookie.path = value
      if (/^expires$/i.test(name)) cookie.expiresAt = Date.parse(value)
      if (/^max-age$/i.test(name)) maxAge = Number(value)
      if (/^secure$/i.test(name)) cookie.isSecure = true
      if (/^samesite$/i.test(name)) cookie.hasSameSite = true
    }
    if (maxAge !== undefined) cookie.expiresAt = this.#now() + maxAge * 1_000
    if (cookie.isSecure && url.protocol !== 'https:') return
    const key = `${cookie.name};${cookie.path}`
    if (cookie.expiresAt <= this.#now()) this.#cookies.delete(key)
    else this.#cookies.set(key, cookie)
  }

  /** The Cookie header for an address, or null. Old browsers send an attribute they do not know as a cookie. */
  header(url: URL, { isOld = false } = {}): string | null {
    const fitting = [...this.#cookies.values()]
      .filter((cookie) => cookie.expiresAt > this.#now())
      .filter((cookie) => !cookie.isSecure || url.protocol === 'https:')
      .filter(
        ({ path }) =>
          path === '/' || url.pathname === path || url.pathname.startsWith(path.replace(/\/?$/, '/')),
      )
      .toSorted((one, other) => other.path.length - one.path.length)
    const pairs = fitting.flatMap(({ name, value, hasSameSite }) => [
      ...(isOld && hasSameSite ? ['SameSite=Lax'] : []),
      `${name}=${value}`,
    ])
    return pairs.length > 0 ? pairs.join('; ') : null
  }

  value(name: string): string | undefined {
    return [...this.#cookies.values()].find((cookie) => cookie.name === name)?.value
  }

  names(): string[] {
    return [...this.#cookies.values()].map((cookie) => cookie.name)
  }

  /** Changes a cookie behind the server's back. */
  tamper(name: string, change: (value: string) => string): void {
    const cookie = [...this.#cookies.values()].find((one) => one.name === name)
    if (!cookie) throw new Error(`There is no cookie ${name}; there are: ${this.names().join(', ')}`)
    cookie.value = change(cookie.value)
  }

  clear(): void {
    this.#cookies.clear()
  }
}
