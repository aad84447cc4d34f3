import { createCookie, type Cookie } from '@remix-run/node'

export type Cookies = {
  session: Cookie
  challenge: Cookie
  reader: Cookie
  /** With this the browser holds keys of files that open with a passkey. */
  keys: Cookie
  browser: Cookie
  /** By this, accounts know a browser in which their owner signed in before. */
  known: Cookie
  notice: Cookie
  /** Whether the menu stays open in this browser. */
  menu: Cookie
  /** Whether a form came from a page of an older build. */
  updated: Cookie
  /** The page that this browser requested before its user went to read an email. */
  wanted: Cookie
}

/** The value of an ended cookie: empty, for a browser that keeps it anyway. */
const goneValue = 'gone'

/**
 * The Set-Cookie line that removes a cookie from a browser. Its value is not empty and its date is not in 1970, since
 * some text browsers keep a cookie deleted that way.
 */
export function gone(cookie: Cookie): Promise<string> {
  return cookie.serialize(goneValue, { expires: new Date('2000-01-01T00:00:00Z'), maxAge: 0 })
}

/** What each cookie holds; null where there is none, or it has ended. */
export type CookieValues = Record<keyof Cookies, unknown>

const maxCached = 500
/** Characters: a usual header has 300. */
const maxCachedLength = 2_000
const caches = new WeakMap<Cookies, Map<string, Promise<CookieValues>>>()

/**
 * The values in a Cookie header. A browser sends the same header with every request, and checking and decoding it always
 * has the same result: that of the latest headers is cached.
 */
export function readCookies(cookies: Cookies, header: string | null): Promise<CookieValues> {
  const line = header ?? ''
  const cache = caches.get(cookies) ?? new Map<string, Promise<CookieValues>>()
  caches.set(cookies, cache)
  const values = cache.get(line) ?? parse(cookies, line)
  cache.delete(line)
  if (line.length <= maxCachedLength) cache.set(line, values)
  if (cache.size > maxCached) cache.delete(cache.keys().next().value!)
  return values
}

async function parse(cookies: Cookies, header: string): Promise<CookieValues> {
  const names = Object.keys(cookies) as (keyof Cookies)[]
  const entries = names.map(async (name) => {
    // Most browsers hold two or three of them: the header is taken apart for those only.
    if (!header.includes(`${cookies[name].name}=`)) return [name, null]
    const value: unknown = await cookies[name].parse(header)
    return [name, value === goneValue ? null : value]
  })
  return Object.fromEntries(await Promise.all(entries)) as CookieValues
}

const twelveHours = 12 * 3600
const oneDay = 24 * 3600
const ninetyDays = 90 * oneDay
const tenMinutes = 10 * 60
/** The longest that browsers keep a cookie. */
const fourHundredDays = 400 * 24 * 3600

/**
 * The cookies of an installation, all signed: by the first key, and accepted with each. Over https their names have the
 * `__Host-` prefix, so that no other host can set them; over plain http some browsers drop such names, so there they
 * have no prefix.
 */
export function makeCookies(publicUrl: URL, keys: string[]): Cookies {
  const isHttps = publicUrl.protocol === 'https:'
  function cookie(name: string, maxAge?: number): Cookie {
    return createCookie(isHttps ? `__Host-${name}` : name, {
      secrets: keys,
      httpOnly: true,
      sameSite: 'lax',
      secure: isHttps,
      path: '/',
      ...(maxAge === undefined ? {} : { maxAge }),
    })
  }
  return {
    session: cookie('session'),
    challenge: cookie('challenge', tenMinutes),
    reader: cookie('reader', twelveHours),
    keys: cookie('keys', twelveHours),
    browser: cookie('browser'),
    known: cookie('known', ninetyDays),
    notice: cookie('notice', 60),
    menu: cookie('menu', fourHundredDays),
    updated: cookie('updated'),
    wanted: cookie('wanted', oneDay),
  }
}
