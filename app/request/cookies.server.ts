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
export type HeldCookies = Record<keyof Cookies, unknown>

const maxKept = 500
/** Letters: a usual header has 300. */
const maxKeptLength = 2_000
const keptOf = new WeakMap<Cookies, Map<string, Promise<HeldCookies>>>()

/**
 * What a Cookie header holds. A browser sends the same one with every request, and its signatures stay as they are: what
 * the latest headers hold is kept.
 */
export function held(cookies: Cookies, header: string | null): Promise<HeldCookies> {
  const line = header ?? ''
  const kept = keptOf.get(cookies) ?? new Map<string, Promise<HeldCookies>>()
  keptOf.set(cookies, kept)
  const found = kept.get(line) ?? readAll(cookies, line)
  kept.delete(line)
  if (line.length <= maxKeptLength) kept.set(line, found)
  if (kept.size > maxKept) kept.delete(kept.keys().next().value!)
  return found
}

async function readAll(cookies: Cookies, header: string): Promise<HeldCookies> {
  const names = Object.keys(cookies) as (keyof Cookies)[]
  const values = names.map(async (name) => {
    const value: unknown = await cookies[name].parse(header)
    return [name, value === goneValue ? null : value]
  })
  return Object.fromEntries(await Promise.all(values)) as HeldCookies
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
