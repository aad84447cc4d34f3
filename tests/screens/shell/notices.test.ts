import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { makeCookies } from '#app/request/cookies.server.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { operatorEmail, signIn } from '#tests/support/world/make.ts'

const { app, share: guid } = await makeWorld({ share: {} })

/** As a page finds it after an answer that gave this notice. */
async function say(browser: Browser, notice: unknown): Promise<void> {
  const { config, keys } = app.strongroom.services
  const line = await makeCookies(config.publicUrl, keys.cookies).notice.serialize(notice)
  browser.cookies.keep(line, browser.url)
}

function noticeOn(browser: Browser) {
  const { root } = browser.page
  const notice = root.querySelector('output.note')
  return {
    words: notice?.text.trim() ?? null,
    staysFor: notice?.getAttribute('data-stays-for') ?? null,
    isFloating: notice?.classList.contains('toast') ?? false,
    // Lists of files bring one of their own, home one for files that are dropped, and the search has its keys: none is
    // about notices.
    scripts: root
      .querySelectorAll('script')
      .map((script) => script.getAttribute('src'))
      .filter((src) => !/copy-links|find-keys|share-drop/.test(src ?? '')),
  }
}

describe('on signed-in pages', () => {
  test('good news goes after 3 seconds where script runs, by a script that only its page has', async () => {
    const browser = await signIn(app, operatorEmail)
    await browser.open(`/s/${guid}`)
    await browser.press('Unshare')
    const { scripts, ...notice } = noticeOn(browser)
    expect(notice).toEqual({
      words: 'Done: Unshared. Only you can open it now.',
      staysFor: '3000',
      isFloating: true,
    })
    expect(scripts).toEqual([expect.stringMatching(/^\/assets\/toasts[\w-]*-[\w-]{8}\.js$/)])
    await browser.reload()
    expect(noticeOn(browser)).toEqual({ words: null, staysFor: null, isFloating: false, scripts: [] })
    await browser.press('Share again')
  })

  test('the script is served to be kept permanently, and is smaller than 2 KB', async () => {
    const browser = await signIn(app, operatorEmail)
    await say(browser, { text: 'Words', kind: 'good' })
    await browser.open('/home')
    const answer = await browser.fetch(noticeOn(browser).scripts[0]!)
    const script = Buffer.from(await answer.arrayBuffer())
    expect(answer.headers.get('content-type')).toMatch(/^text\/javascript/)
    expect(answer.headers.get('cache-control')).toContain('immutable')
    expect(script.length).toBeLessThan(2048)
    expect(gzipSync(script).length).toBeLessThan(1024)
    expect(browser.headers.get('content-security-policy')).toContain("script-src 'self'")
  })

  test('what wants attention goes after 4 seconds, and what failed never goes', async () => {
    const browser = await signIn(app, operatorEmail)
    await say(browser, { text: 'The address is not checked.', kind: 'warn' })
    await browser.open('/home')
    expect(noticeOn(browser)).toMatchObject({
      words: 'Note: The address is not checked.',
      staysFor: '4000',
      isFloating: true,
    })
    await say(browser, { text: 'Nothing was sent.', kind: 'bad' })
    await browser.open('/home')
    expect(noticeOn(browser)).toEqual({
      words: 'Problem: Nothing was sent.',
      staysFor: null,
      isFloating: false,
      scripts: [],
    })
  })

  test('a page that ships its script anyway gets no second one', async () => {
    const browser = await signIn(app, operatorEmail)
    await say(browser, { text: 'Words', kind: 'good' })
    await browser.open('/share')
    const { scripts, isFloating } = noticeOn(browser)
    expect(isFloating).toBe(true)
    expect(scripts.filter((src) => src?.includes('toasts'))).toEqual([])
  })

  test.each([
    ['with markup', { text: '<b>Bold</b>', kind: 'good' }],
    ['of words alone', 'Nothing was sent.'],
    ['empty', ''],
    ['of no kind', { text: 'x', kind: 'loud' }],
    ['a number', 7],
  ])('a notice %s is words or nothing', async (what, notice) => {
    const browser = await signIn(app, operatorEmail)
    await say(browser, notice)
    await browser.open('/home')
    expect(browser.status).toBe(200)
    expect(browser.page.root.querySelector('output.note b')).toBeNull()
    expect(noticeOn(browser).words).toBe(what === 'with markup' ? 'Done: <b>Bold</b>' : null)
  })
})

test('on access pages a notice stays where it stands, and no script comes with it', async () => {
  const browser = await signIn(app, operatorEmail)
  await browser.press('Sign out')
  expect(browser.path).toBe('/access/login')
  expect(noticeOn(browser)).toEqual({
    words: 'Done: You’re signed out.',
    staysFor: null,
    isFloating: false,
    scripts: [],
  })
})
