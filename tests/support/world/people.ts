import { expect } from 'vitest'
import type { App, Place } from './app.ts'
import type { Browser, BrowserOptions } from '#tests/support/browser/browser.ts'
import { recipientEmail } from './make.ts'

let people = 0

/** A person with a network address of their own, so that what others do uses up none of their tries. */
export function somebody(options: BrowserOptions = {}): BrowserOptions {
  people++
  return { ip: `203.0.${people >> 8}.${people & 255}`, ...options }
}

/** A browser that no one knows yet. */
export function stranger(app: Place): Browser {
  return app.browser(somebody())
}

/** Goes to the recipient's door of a share and has a code sent to an address. */
export async function askCode(
  app: App,
  guid: string,
  email: string,
  options: BrowserOptions = somebody(),
): Promise<Browser> {
  const browser = await app.browser(options).open(`/file/${guid}`)
  return browser.send('ask', { email })
}

/** The digits that came last to an address, whatever other letters (an invitation, news) came after them. */
export async function codeFor(app: Place, email: string): Promise<string> {
  const code = (await app.outbox.to(email)).findLast((mail) => mail.code)?.code
  if (!code) throw new Error(`No letter to ${email} brings a code`)
  return code
}

/** A reader who proved an address at the recipient's door of a share, wherever that leads. */
export async function proved(
  app: App,
  guid: string,
  email = recipientEmail,
  options: BrowserOptions = somebody(),
): Promise<Browser> {
  const browser = await askCode(app, guid, email, options)
  return browser.send('prove', { code: await codeFor(app, email) })
}

/** Six digits that are not these. */
export function otherCode(code: string, by = 1): string {
  return String((Number(code) + by) % 1_000_000).padStart(6, '0')
}

/** The link to a share in the email of a recipient: each has one of their own. */
export function ownLink(guid: string): string {
  return expect.stringMatching(new RegExp(`^http://localhost:3000/file/${guid}/for/[0-9a-f]{32}$`)) as string
}
