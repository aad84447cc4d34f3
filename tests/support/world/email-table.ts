import { parse, type HTMLElement } from 'node-html-parser'
import { describe, expect, test } from 'vitest'
import type { App } from './app.ts'
import type { ReceivedEmail } from './mail.ts'
import { operatorEmail, signIn } from './make.ts'
import { somebody } from './people.ts'
import type { BrowserOptions } from '#tests/support/browser/browser.ts'

/** Where the installation of a story is reached. */
export const origin = 'https://files.example.com'

export type Expected = {
  to: string
  subject: string
  count?: number
  /** Whether the email says which address to confirm: its reader's own. */
  saysAddress?: true
  /** Whether a person may do without it. */
  isOptional?: true
  /** What this email says of what the others keep to themselves, in its text. */
  says?: readonly string[]
}

/** A browser of someone's own that knows the installation by its public address. */
export function atOrigin(): BrowserOptions {
  return somebody({ origin })
}

/** A story that brought emails. */
export type Told = { app: App; emails: ReceivedEmail[] }

/** The subject, with any code as N: each email has another one. */
function shownSubject({ subject }: ReceivedEmail): string {
  return subject.replace(/^\d{6}(?= is your )/, 'N')
}

function emailsLike({ emails }: Told, { to, subject }: Expected): ReceivedEmail[] {
  return emails.filter((email) => email.to === to && shownSubject(email) === subject)
}

/** The content of the HTML part, once per address. */
function anchors(email: ReceivedEmail): string[] {
  const links = parse(email.html).querySelectorAll('a')
  return [...new Set(links.map((link) => link.getAttribute('href') ?? ''))]
}

/**
 * Tries each letter of a story as all letters are meant to be. `secrets` are words that none says outside its text, and
 * there only one that is said to.
 */
export function describeEmails(emails: [string, Expected][], told: Told, secrets: readonly string[]): void {
  describe.each(emails)('the email about %s', (_, expected) => {
    const found = () => emailsLike(told, expected)

    test('comes', () => {
      expect(found()).toHaveLength(expected.count ?? 1)
    })

    test('says and links the same as plain text and as HTML', () => {
      for (const email of found()) {
        expect(anchors(email)).toEqual([...new Set(email.links)])
        const words = spaced(parse(email.html).querySelector('body')!.structuredText)
        const lines = email.text.split('\n').map((line) => spaced(line).replace(/:$/, ''))
        for (const line of lines.filter((one) => !['', '--'].includes(one) && !one.startsWith(origin)))
          expect(words).toContain(line)
      }
    })

    test('has links to the public address alone, each to a page, and none that tells who follows it', async () => {
      for (const email of found()) {
        for (const link of email.links) {
          const { origin: there, searchParams, href } = new URL(link)
          expect(there).toBe(origin)
          expect(['t', 'tabActive', '']).toContain([...searchParams.keys()].join())
          expect(decodeURIComponent(href)).not.toContain('@')
          const page = await told.app.browser(atOrigin()).open(link)
          expect([link, page.status]).toEqual([link, 200])
          expect(page.page.root.querySelectorAll('h1')).toHaveLength(1)
        }
      }
    })

    test('is HTML that loads nothing, runs nothing and sends nothing', () => {
      for (const { html } of found()) {
        const root = parse(html)
        const tags = new Set(root.querySelectorAll('*').map(({ rawTagName }) => rawTagName))
        expect([...tags].filter((tag) => !harmless.has(tag))).toEqual([])
        for (const element of root.querySelectorAll('*')) expectHarmless(element)
        expect(root.querySelectorAll('[style]').length).toBeGreaterThan(0)
      }
    })

    test('keeps to itself what is behind its link, most of all in its subject', () => {
      for (const email of found()) {
        const outside = [email.subject, ...email.headers.values()].join('\n')
        for (const secret of secrets) expect(outside).not.toContain(secret)
        for (const secret of secrets.filter((one) => !(expected.says ?? []).includes(one)))
          expect(email.text + email.html).not.toContain(secret)
      }
    })

    test(`says ${expected.saysAddress ? 'which address to confirm' : "nothing of its reader's address"}`, () => {
      for (const { to, text, html } of found())
        expect([text.includes(to), html.includes(to)]).toEqual(Array(2).fill(expected.saysAddress ?? false))
    })

    test('has a subject of one line', () => {
      for (const email of found()) {
        expect(email.subject).toMatch(/^\S[^\r\n]{1,150}\S$/)
        expect(email.headers.get('subject')).not.toMatch(/%0[ad]|=0[AD]/i)
      }
    })

    test('says where such emails are switched off, if a person can do without it', async () => {
      for (const email of found()) {
        const header = email.headers.get('list-unsubscribe')
        expect(header !== undefined).toBe(expected.isOptional ?? false)
        if (header === undefined) continue
        const address = /^<(.+)>$/.exec(header)![1]!
        expect(email.links.at(-1)).toBe(address)
        expect(anchors(email).at(-1)).toBe(address)
        const browser =
          email.to === operatorEmail
            ? await signIn(told.app, operatorEmail, atOrigin())
            : told.app.browser(atOrigin())
        await browser.open(address)
        expect([browser.url.href, browser.status]).toEqual([address, 200])
        expect(browser.text()).toMatch(/Unsubscribe|Turn emails off|Save notifications|Save changes/)
      }
    })
  })
}

const harmless = new Set('html head meta title style body div table tr td h1 span b a br'.split(' '))
const plainAttributes = 'lang charset name content style class role align width cellpadding cellspacing href'

function expectHarmless(element: HTMLElement): void {
  if (element.rawTagName === 'style') expect(element.text).not.toMatch(reaching)
  for (const [name, value] of Object.entries(element.attributes)) {
    expect(plainAttributes.split(' ')).toContain(name)
    if (name === 'href') expect([element.rawTagName, new URL(value).protocol]).toEqual(['a', 'https:'])
    else expect(value).not.toMatch(reaching)
  }
}

/** What a style could load or run. */
const reaching = /url\(|https?:|javascript:|@import|expression\(/i

function spaced(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** That a story brought no emails but these, and the ones named as `address: subject`. */
export function expectNoOther(
  { emails: came }: Told,
  emails: readonly [string, Expected][],
  others: readonly string[],
): void {
  const named = [...emails.map(([, { to, subject }]) => `${to}: ${subject}`), ...others]
  expect([...new Set(came.map((email) => `${email.to}: ${shownSubject(email)}`))].toSorted()).toEqual(
    named.toSorted(),
  )
}
