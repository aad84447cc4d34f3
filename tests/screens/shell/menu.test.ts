import { describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { day } from '#tests/support/world/clock.ts'
import { makeShare, makeUser, operatorEmail, signIn } from '#tests/support/world/make.ts'

const { app, operator } = await makeWorld()

function isCollapsed(browser: Browser): boolean {
  return browser.page.root.querySelector('.shell-collapsed') !== null
}

/** What the menu says of where one is: the words of the place, and how. */
function current(browser: Browser): [string, string][] {
  const links = browser.page.root.querySelectorAll('.side nav a[aria-current]')
  return links.map((link) => [link.text.trim(), link.getAttribute('aria-current')!])
}

describe('the menu', () => {
  test('lists every place once, in words, with the settings at its foot, and the operator’s server', async () => {
    await operator.open('/home')
    const links = operator.page.root.querySelectorAll('.side nav a')
    expect(links.map((link) => [link.text.trim(), link.getAttribute('href')])).toEqual([
      ['Home', '/home'],
      ['Sent', '/s'],
      ['Received', '/r'],
      ['Rooms', '/d'],
      ['Requests', '/requests'],
      ['Trash', '/bin'],
      ['Settings', '/setting'],
      ['Server', '/operator'],
    ])
    expect(operator.page.links('Share files')).toEqual(['/share'])
    expect(operator.page.root.querySelectorAll('.side svg:not([aria-hidden])')).toEqual([])
    expect(operator.page.root.querySelectorAll('.side [hidden], .side [inert], .side [tabindex]')).toEqual([])
  })

  test('says where one is, on a page inside a place too', async () => {
    const guid = await makeShare(app, operator)
    for (const [address, expected] of [
      ['/home', [['Home', 'page']]],
      ['/s', [['Sent', 'page']]],
      ['/s/', [['Sent', 'page']]],
      [`/s/${guid}`, [['Sent', 'true']]],
      ['/setting?tabActive=password', [['Settings', 'page']]],
      ['/d', [['Rooms', 'page']]],
      ['/foldercreate', [['Rooms', 'true']]],
      ['/menu', []],
    ] as const) {
      await operator.open(address)
      expect(current(operator)).toEqual(expected)
    }
  })

  test('has its landmarks: a bar, a list of places with a name, one content, one heading, one way past all that', async () => {
    for (const address of ['/home', '/share', '/s', '/setting', '/menu']) {
      const { root } = (await operator.open(address)).page
      const count = (selector: string) => root.querySelectorAll(selector).length
      expect([
        count('header.side'),
        count('nav[aria-label=Main]'),
        count('main > #content:first-child'),
        count('h1'),
      ]).toEqual([1, 1, 1, 1])
      expect(root.querySelector('a')!.getAttribute('href')).toBe('#content')
    }
  })
})

describe('the account menu', () => {
  test('says who is signed in, with which plan, and marks the operator', async () => {
    await operator.open('/home')
    expect(operator.text()).toContain(
      'Olivia Ortega\nolivia@example.org\nEnterprise plan, administrator\nTrash\nSettings\nServer\nFeedback\nSign out',
    )
    expect(operator.page.links('Feedback')).toEqual(['/c/feedback'])
    const other = await makeUser(app)
    expect(other.text()).toContain('Ulrich Unger\nulrich@example.org\nEnterprise plan\nTrash')
  })
})

describe('the menu collapsed', () => {
  test('stays a rail on every page of this browser, until it is kept open again', async () => {
    const browser = await signIn(app, operatorEmail)
    expect(isCollapsed(browser)).toBe(false)
    await browser.press('Collapse menu')
    expect([browser.path, isCollapsed(browser)]).toEqual(['/home', true])
    expect(isCollapsed(await browser.open('/s'))).toBe(true)
    await browser.press('Keep menu open')
    expect([browser.path, isCollapsed(browser)]).toEqual(['/s', false])
    expect(isCollapsed(await browser.open('/home'))).toBe(false)
  })

  test('is of this browser alone, and outlasts the session', async () => {
    const [here, elsewhere] = [await signIn(app, operatorEmail), await signIn(app, operatorEmail)]
    await here.press('Collapse menu')
    expect(isCollapsed(await elsewhere.open('/home'))).toBe(false)
    await here.press('Sign out')
    app.clock.advance(100 * day)
    await here.open('/access/login')
    await here.send('signIn', { email: operatorEmail, password: 'seven quiet lamps over the harbour' })
    expect([here.path, isCollapsed(here)]).toEqual(['/home', true])
  })

  test('that someone wrote without our key is none', async () => {
    const browser = await signIn(app, operatorEmail)
    const written = Buffer.from('"collapsed"').toString('base64')
    for (const value of ['collapsed', written, `${written}.AAAA`, '%', '"']) {
      browser.cookies.keep(`menu=${value}; Path=/`, browser.url)
      await browser.open('/home')
      expect([browser.status, isCollapsed(browser)]).toEqual([200, false])
    }
    await browser.press('Collapse menu')
    expect(isCollapsed(browser)).toBe(true)
    browser.cookies.tamper('menu', (value) => value.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')))
    expect(isCollapsed(await browser.open('/home'))).toBe(false)
  })

  test.each([
    ['//evil.example/', '/home'],
    ['https://evil.example/', '/home'],
    ['/\\evil.example', '/home'],
    ['/%5Cevil.example', '/home'],
    ['javascript:alert(1)', '/home'],
    ['', '/home'],
    ['/s?page=2', '/s?page=2'],
  ])('that wants back to "%s" leads to %s', async (to, expected) => {
    const browser = await signIn(app, operatorEmail)
    const { entries } = browser.page.submission(browser.page.form('collapseMenu'))
    const fields = Object.fromEntries(entries.map(({ name, value }) => [name, String(value)]))
    const answer = await browser.fetch('/menu', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...fields, to }).toString(),
    })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, expected])
  })

  test('needs the token of this browser, and a page that is only read changes nothing', async () => {
    const browser = await signIn(app, operatorEmail)
    await browser.press('Collapse menu', (entries) => entries.filter(({ name }) => name !== 'token'))
    expect([browser.status, browser.path, isCollapsed(browser)]).toEqual([403, '/menu', false])
    expect(browser.text()).toContain('What you typed is still here – submit it again.')
    await browser.open('/menu?intent=collapseMenu')
    expect([browser.status, isCollapsed(browser)]).toEqual([200, false])
  })

  test('pressed at a browser like lynx works too', async () => {
    const browser = await signIn(app, operatorEmail, { mode: 'old' })
    await browser.press('Collapse menu')
    expect([browser.path, isCollapsed(browser)]).toEqual(['/home', true])
  })
})
