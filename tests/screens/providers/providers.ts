import { afterAll, expect } from 'vitest'
import { startApp, type App } from '#tests/support/world/app.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { LyingProvider } from '#tests/support/providers/lying-provider.ts'
import { makeOperator } from '#tests/support/world/make.ts'
import { OpenIdProvider, tenant, type Claimed } from '#tests/support/providers/openid-provider.ts'
import type { Team } from '#server/teams/teams.ts'

export const labels = { google: 'Google', microsoft: 'Microsoft', linkedin: 'LinkedIn' } as const
export type Name = keyof typeof labels
/** What gives people back after they have signed in there. */
type At = { signIn(address: string): string | Promise<string> }

/** Someone as each of the three would name the person, with a proved address. */
export function claimsOf(name: Name, email = 'gina@example.org', sub = 'gina'): Claimed {
  const person = { sub, email, given_name: 'Gina', family_name: 'Gallo' }
  if (name === 'microsoft') {
    return { ...person, oid: '00000000-0000-0000-66f3-3332eca7ea81', tid: tenant, xms_edov: true }
  }
  // LinkedIn writes the flag as a text.
  return { ...person, email_verified: name === 'linkedin' ? 'true' : true }
}

/** An installation with its operator, registered with all three. */
export async function makeProviderWorld(): Promise<{ app: App; providers: Record<Name, OpenIdProvider> }> {
  const [google, microsoft, linkedin] = await Promise.all([
    OpenIdProvider.start('google'),
    OpenIdProvider.start('microsoft'),
    OpenIdProvider.start('linkedin'),
  ])
  const providers = { google, microsoft, linkedin }
  afterAll(() => Promise.all(Object.values(providers).map((provider) => provider.close())))
  const { app } = await makeWorld({
    config: {
      providers: { google: google.config, microsoft: microsoft.config, linkedin: linkedin.config },
    },
  })
  return { app, providers }
}

/** An installation with its operator that takes a liar for Google. */
export async function startLying(): Promise<{ app: App; liar: LyingProvider }> {
  const liar = await LyingProvider.start()
  const app = await startApp({ config: { providers: { google: liar.config } } })
  await makeOperator(app)
  return { app, liar }
}

/** Presses the provider's button where the browser is, and returns the address that it leads to. */
export async function setOut(browser: Browser, name: Name, verb = 'Continue with'): Promise<string> {
  await browser.press(`${verb} ${labels[name]}`)
  const [address] = browser.page.links(`Continue to ${labels[name]}`)
  if (!address) throw new Error(`No way to ${name} on ${browser.path}:\n${browser.text()}`)
  return address
}

/** Signs in from the sign-in page, all the way there and back. */
export async function signInAt(browser: Browser, name: Name, at: At, to?: string): Promise<Browser> {
  await browser.open(to ? `/access/login?to=${encodeURIComponent(to)}` : '/access/login')
  return browser.open(await at.signIn(await setOut(browser, name)))
}

export const didNotWork = 'That sign-in didn’t work. Nothing was changed.'

/** The browser is at the sign-in page, as a stranger, with these words. */
export async function expectRefused(browser: Browser, words = didNotWork): Promise<void> {
  expect([browser.url.pathname, browser.status]).toEqual(['/access/login', 200])
  expect(browser.text()).toContain(words)
  expect((await browser.open('/home')).url.pathname).toBe('/access/login')
}

/** The browser is signed in to the account of this address. */
export async function expectIn(browser: Browser, email: string): Promise<void> {
  await browser.open('/home')
  expect([browser.path, browser.status]).toEqual(['/home', 200])
  expect(browser.text()).toContain(email)
}

/** The row of an account, where there is one of this address. */
export function accountOf(app: App, email: string) {
  return app.strongroom.services.database.kysely
    .selectFrom('user')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirst()
}

/** A team with a domain, whose people sign in where it says. */
export async function makeAcme(app: App): Promise<Team> {
  const { all: teams, domains: teamDomains } = app.strongroom.services.teams
  const team = await teams.create('Acme')
  await teamDomains.add(team, 'acme.example')
  return team
}

let addedRecipients = 0

/** An address in the domain of that team which no one had before. */
export function newAddress(): string {
  addedRecipients++
  return `person${addedRecipients}@acme.example`
}
