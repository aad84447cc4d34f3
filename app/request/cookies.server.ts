import { createCookie, type Cookie } from '@remix-run/node'

export type Cookies = {
  session: Cookie
  challenge: Cookie
  reader: Cookie
  /** With what this browser holds keys of files that open with a passkey. */
  keys: Cookie
  browser: Cookie
  /** By this accounts know a browser in which their owner signed in before. */
  known: Cookie
  notice: Cookie
  /** Whether the menu stays open at this browser. */
  menu: Cookie
  /** Whether a form came from a page of an older build. */
  updated: Cookie
  /** The page that this browser asked for before it went to read a letter. */
  wanted: Cookie
}

/** The value of a cookie that is over: none at all, for a browser that keeps it all the same. */
const goneValue = 'gone'

/**
 * The Set-Cookie line that takes a cookie from a browser. Its value is not empty and its date not that of 1970, since
 * some text browsers keep a cookie that is deleted so.
 */
export function gone(cookie: Cookie): Promise<string> {
  return cookie.serialize(goneValue, { expires: new Date('2000-01-01T00:00:00Z'), maxAge: 0 })
}

/** What a cookie holds; null where there is none, or one that is over. */
export async function held(cookie: Cookie, header: string | null): Promise<unknown> {
  // Most browsers hold two or three of them: the header is taken apart for those only.
  if (!header?.includes(`${cookie.name}=`)) return null
  const value: unknown = await cookie.parse(header)
  return value === goneValue ? null : value
}

const twelveHours = 12 * 3600
const oneDay = 24 * 3600
const ninetyDays = 90 * oneDay
const tenMinutes = 10 * 60
/** As long as browsers keep a cookie at most. */
const fourHundredDays = 400 * 24 * 3600

/**
 * The cookies of an installation, all signed: by the first key, and accepted by each. Over https their names carry the `__Host-` prefix, so that no other
 * host can set them; over plain http some browsers drop such names, so there they do without.
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
