/**
 * The headers of every HTML page. Scripts run from this server's own files or with the page's nonce; modules
 * load their own imports by 'self', which 'strict-dynamic' would switch off, preloads included. Styles come
 * from files only: `style` attributes do not work. Uploads are no danger under 'self': they leave with
 * nosniff and never as script.
 *
 * No page may be framed. `framing` is for the one exception: a `holder` shows frames of this server, and a
 * `frame` is inside one of its pages, runs no script and sends no form.
 */
export function securityHeaders(options: {
  nonce: string
  isHttps: boolean
  userAgent: string
  framing?: 'holder' | 'frame' | undefined
}): Record<string, string> {
  const isFrame = options.framing === 'frame'
  const policy = isFrame
    ? framePolicy
    : [
        "default-src 'none'",
        `script-src 'self' 'nonce-${options.nonce}'`,
        "style-src 'self'",
        "img-src 'self'",
        "media-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        ...(options.framing === 'holder' ? ["frame-src 'self'"] : []),
      ]
  return {
    'Content-Security-Policy': policy.join('; '),
    ...ofOnePerson(options.userAgent),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy':
      'camera=(), microphone=(), geolocation=(), payment=(), usb=(), display-capture=(), browsing-topics=()',
    // Not no-referrer: Chromium would then send `Origin: null` with forms, which reads like a foreign form.
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': isFrame ? 'SAMEORIGIN' : 'DENY',
    ...(options.isHttps ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}

/**
 * For a response that is for one person, now. `no-store` alone does not keep text browsers from showing a page again
 * after its reader has signed out. In ELinks `no-cache` has pages kept as long as it runs, for going back; without it
 * all but the last few are requested again (server/rules/reading/kept-pages.ts has the message for those).
 */
export function ofOnePerson(userAgent: string): Record<string, string> {
  const age = /^ELinks\b/.test(userAgent) ? 'max-age=0' : 'no-cache, max-age=0'
  return { 'Cache-Control': `no-store, ${age}`, Vary: 'Cookie' }
}

const framePolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "font-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "base-uri 'none'",
]
