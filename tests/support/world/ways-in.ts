import type { SignIn, SignInOptions } from '#server/accounts/sign-in/sign-in.ts'
import type { App } from './app.ts'
import type { Browser } from '#tests/support/browser/browser.ts'

/** Gives a running installation a second factor, or a team's policy, of the test's own. */
export function changeSignIn({ strongroom: { services } }: App, more: Partial<SignInOptions>): void {
  const {
    database,
    rates,
    events,
    clock,
    keyRing,
    accounts: { signIn, sessions },
  } = services
  const Built = signIn.constructor as typeof SignIn
  const handOffKeys = keyRing.derive('hand-offs')
  const changed = new Built({ database, sessions, rates, events, clock, handOffKeys, ...more })
  for (const name of Object.getOwnPropertyNames(Built.prototype)) {
    if (name === 'constructor') continue
    const method = Reflect.get(changed, name) as (...given: unknown[]) => unknown
    Object.defineProperty(signIn, name, { value: method.bind(changed), configurable: true })
  }
}

/** What a browser's session cookie holds under its signature: the session's guid, and the secret that changes. */
export function sessionOf({ cookies }: Browser): { guid: string; secret: string } {
  const [encoded = ''] = decodeURIComponent(cookies.value('session') ?? '').split('.')
  const [guid = '', secret = ''] = (JSON.parse(Buffer.from(encoded, 'base64').toString()) as string).split(
    '.',
  )
  return { guid, secret }
}
