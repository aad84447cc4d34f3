import type { Place } from './app.ts'
import type { Browser, BrowserOptions } from '#tests/support/browser/browser.ts'
import { codeFor, somebody } from './people.ts'
import { makeUser, password } from './make.ts'

let people = 0

/**
 * Someone with an account and, if nothing else is said, a network of their own, and two addresses of no other
 * test.
 */
export async function makePerson(
  app: Place,
  options: BrowserOptions = somebody(),
): Promise<{ browser: Browser; email: string; second: string }> {
  people++
  const email = `person${people}@example.org`
  const browser = await makeUser(app, { email, browser: options })
  return { browser, email, second: `second${people}@example.net` }
}

export const addressesTab = '/setting?tabActive=addresses'

/** Asks for a further address; leaves the browser on the page where its code is typed. */
export async function askForAddress(browser: Browser, email: string): Promise<Browser> {
  await browser.open(addressesTab)
  return browser.send('addAddress', { email, password })
}

/** A further address, confirmed by the code in the email. */
export async function addAddress(app: Place, browser: Browser, email: string): Promise<void> {
  await askForAddress(browser, email)
  const code = await codeFor(app, email)
  await browser.send('confirmAddress', { code })
  if (!browser.text().includes(`${email} confirmed.`)) {
    throw new Error(`${email} was not confirmed:\n${browser.text()}`)
  }
}

/** Opens the page of a further address. */
export async function openAddress(browser: Browser, email: string): Promise<Browser> {
  await browser.open(addressesTab)
  return browser.follow(new RegExp(`^(Change|Enter code) for ${email.replaceAll('.', '\\.')}$`))
}
