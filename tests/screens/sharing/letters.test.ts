import { parse, type HTMLElement } from 'node-html-parser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ReceivedLetter } from '../../support/mail.ts'
import { operatorEmail, signIn } from '../../support/make.ts'
import { atOrigin, origin, secrets, tellStory, type Story } from './letter-story.ts'

let story: Story

beforeAll(async () => {
  story = await tellStory()
}, 60_000)
afterAll(() => story.app.close())

type Expected = {
  to: string
  subject: string
  count?: number
  /** Whether the letter says which address to confirm: its reader's own. */
  saysAddress?: true
  /** Whether a person may do without it. */
  isOptional?: true
}

const shared = 'Olivia Ortega has shared a file with you'
const code = 'Your code for Strongroom'
const optional = { isOptional: true } as const
const confirms = { saysAddress: true } as const

/** Every letter that sharing brings. */
const letters: [string, Expected][] = [
  [
    'a share, its link sent again to one person, and another share',
    { to: 'rita@example.net', subject: shared, count: 3, ...confirms },
  ],
  [
    'several files',
    { to: 'several@example.net', subject: 'Olivia Ortega has shared 2 files with you', ...confirms },
  ],
  [
    'a share for anyone, and its link sent again to all',
    { to: 'open@example.net', subject: shared, count: 2 },
  ],
  ['a share with a passkey', { to: 'petra@example.net', subject: shared }],
  ['a share, to a person whom an edit added', { to: 'adam@example.net', subject: shared, ...confirms }],
  ['a code at the door', { to: 'rita@example.net', subject: code, count: 3 }],
  ['a code where access is asked for', { to: 'paul@example.net', subject: code }],
  [
    'the links that somebody asked for',
    { to: 'rita@example.net', subject: 'Your links from Strongroom', ...confirms },
  ],
  [
    'a request to pass a file on',
    { to: operatorEmail, subject: 'Somebody asks to pass on a file of yours', count: 3, ...optional },
  ],
  [
    'a request for access',
    { to: operatorEmail, subject: 'Somebody asks for access to a file of yours', count: 3, ...optional },
  ],
  [
    'a file that was passed on, to its sender',
    { to: operatorEmail, subject: 'A file of yours was passed on', ...optional },
  ],
  [
    'a file that was passed on, to its new reader',
    { to: 'fay@example.net', subject: 'rita@example.net passes a protected file on to you', ...confirms },
  ],
  [
    'the same after the consent of the sender',
    {
      to: 'nora@example.net',
      subject: 'Rita Reader (rita@example.net) passes a protected file on to you',
      ...confirms,
    },
  ],
  [
    'consent, to who asked to pass the file on',
    { to: 'rita@example.net', subject: 'Your request was approved' },
  ],
  [
    'consent, to who asked for access',
    { to: 'paul@example.net', subject: 'Your request was approved', ...confirms },
  ],
  [
    'a refusal, to who asked to pass the file on',
    { to: 'rita@example.net', subject: 'Your request was not approved' },
  ],
  ['a refusal, to who asked for access', { to: 'pia@example.net', subject: 'Your request was not approved' }],
  [
    'a comment, to the sender',
    { to: operatorEmail, subject: '1 new comment on a file of yours', ...optional },
  ],
  [
    'a comment, to a recipient',
    { to: 'rita@example.net', subject: '1 new comment from Olivia Ortega', ...optional },
  ],
  [
    'a reminder',
    { to: 'rita@example.net', subject: 'A file that was shared with you expires soon', ...optional },
  ],
  [
    'a first opening',
    { to: operatorEmail, subject: 'A file of yours was opened for the first time', ...optional },
  ],
  [
    'terms that were accepted',
    { to: operatorEmail, subject: 'The terms of a file of yours were accepted', ...optional },
  ],
  [
    'a passkey that takes no more tries',
    { to: operatorEmail, subject: 'Wrong passkeys were typed for a file of yours' },
  ],
]

/** Letters of the story about something else than sharing, and those of a kind that another line stands for. */
const others = [
  `${operatorEmail}: New sign-in to your Strongroom account`,
  `pia@example.net: ${code}`,
  `pat@example.net: ${code}`,
  ...['adam', 'nora', 'paul'].map(
    (name) => `${name}@example.net: A file that was shared with you expires soon`,
  ),
]

function found({ to, subject }: Expected): ReceivedLetter[] {
  return story.letters.filter((letter) => letter.to === to && letter.subject === subject)
}

/** What stands in the HTML part, once per address. */
function anchors(letter: ReceivedLetter): string[] {
  const links = parse(letter.html).querySelectorAll('a')
  return [...new Set(links.map((link) => link.getAttribute('href') ?? ''))]
}

describe.each(letters)('the letter about %s', (_, expected) => {
  test('comes', () => {
    expect(found(expected)).toHaveLength(expected.count ?? 1)
  })

  test('says and links the same as plain text and as HTML', () => {
    for (const letter of found(expected)) {
      expect(anchors(letter)).toEqual([...new Set(letter.links)])
      const words = spaced(parse(letter.html).querySelector('body')!.structuredText)
      const lines = letter.text.split('\n').map((line) => spaced(line).replace(/:$/, ''))
      for (const line of lines.filter((one) => !['', '--'].includes(one) && !one.startsWith(origin)))
        expect(words).toContain(line)
    }
  })

  test('has links to the public address alone, each to a page, and none that tells who follows it', async () => {
    for (const letter of found(expected)) {
      for (const link of letter.links) {
        const { origin: there, searchParams, href } = new URL(link)
        expect(there).toBe(origin)
        expect(['t', 'tabActive', '']).toContain([...searchParams.keys()].join())
        expect(decodeURIComponent(href)).not.toContain('@')
        const page = await story.app.browser(atOrigin()).open(link)
        expect([link, page.status]).toEqual([link, 200])
        expect(page.page.root.querySelectorAll('h1')).toHaveLength(1)
      }
    }
  })

  test('is HTML that loads nothing, runs nothing and sends nothing', () => {
    for (const { html } of found(expected)) {
      const root = parse(html)
      const tags = new Set(root.querySelectorAll('*').map(({ rawTagName }) => rawTagName))
      for (const tag of tags) expect(harmless).toContain(tag)
      for (const element of root.querySelectorAll('*')) expectHarmless(element)
      expect(root.querySelectorAll('[style]').length).toBeGreaterThan(0)
    }
  })

  test('keeps the name of the file, its passkey and its terms to itself', () => {
    for (const letter of found(expected)) {
      const raw = [letter.subject, letter.text, letter.html, ...letter.headers.values()].join('\n')
      for (const secret of Object.values(secrets)) expect(raw).not.toContain(secret)
      expect(raw).not.toContain('.pdf')
    }
  })

  test(`says ${expected.saysAddress ? 'which address to confirm' : "nothing of its reader's address"}`, () => {
    for (const { to, text, html } of found(expected))
      expect([text.includes(to), html.includes(to)]).toEqual(Array(2).fill(expected.saysAddress ?? false))
  })

  test('has a subject of one line', () => {
    for (const letter of found(expected)) {
      expect(letter.subject).toMatch(/^\S[^\r\n]{1,150}\S$/)
      expect(letter.headers.get('subject')).not.toMatch(/%0[ad]|=0[AD]/i)
    }
  })

  test('says where such letters are switched off, if a person may do without it', async () => {
    for (const letter of found(expected)) {
      const header = letter.headers.get('list-unsubscribe')
      expect(header !== undefined).toBe(expected.isOptional ?? false)
      if (header === undefined) continue
      const address = /^<(.+)>$/.exec(header)![1]!
      expect(letter.links.at(-1)).toBe(address)
      expect(anchors(letter).at(-1)).toBe(address)
      const browser =
        letter.to === operatorEmail
          ? await signIn(story.app, operatorEmail, atOrigin())
          : story.app.browser(atOrigin())
      await browser.open(address)
      expect([browser.url.href, browser.status]).toEqual([address, 200])
      expect(browser.text()).toMatch(/Stop these letters|Save notifications/)
    }
  })
})

const harmless = ['html', 'head', 'meta', 'title', 'body', 'div', 'h1', 'p', 'a', 'br']

function expectHarmless(element: HTMLElement): void {
  for (const [name, value] of Object.entries(element.attributes)) {
    expect(['lang', 'charset', 'name', 'content', 'style', 'href']).toContain(name)
    if (name === 'href') expect([element.rawTagName, new URL(value).protocol]).toEqual(['a', 'https:'])
    else expect(value).not.toMatch(/url\(|https?:|javascript:|@import|expression\(/i)
  }
}

function spaced(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

test('no other letter came', () => {
  const named = [...letters.map(([, { to, subject }]) => `${to}: ${subject}`), ...others]
  expect([...new Set(story.letters.map(({ to, subject }) => `${to}: ${subject}`))].toSorted()).toEqual(
    named.toSorted(),
  )
})
