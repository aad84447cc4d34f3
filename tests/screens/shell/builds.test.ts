import { describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { pdf } from '#tests/support/files/documents.ts'
import type { Entry } from '#tests/support/browser/encode.ts'
import { operatorEmail, signIn } from '#tests/support/world/make.ts'

const { app, share: guid } = await makeWorld({ share: {} })

const words = 'Strongroom was updated. Refresh to update.'
const isTold = (browser: Browser) => browser.text().includes(words)

/** As a page would send it that came before the last update. */
function fromOldBuild(entries: Entry[]): Entry[] {
  return entries.map((entry) => (entry.name === 'build' ? { ...entry, value: '0ld8u1ld' } : entry))
}

test('every form of a page carries the build that /version names', async () => {
  const browser = await signIn(app, operatorEmail)
  await browser.open('/version')
  const build = /Build\n(\w+)/.exec(browser.text())![1]
  for (const address of [
    '/home',
    '/share',
    `/s/${guid}`,
    '/setting',
    '/access/login',
    '/c/feedback',
    '/send',
  ]) {
    const forms = (await browser.open(address)).page.root.querySelectorAll('form[method=post]')
    const builds = forms.map((form) => form.querySelector('input[name=build]')?.getAttribute('value'))
    expect(new Set(builds)).toEqual(new Set([build]))
  }
})

describe('a form from a page of an older build', () => {
  test('is taken as ever, and the page after it says once that there is a new version', async () => {
    const browser = await signIn(app, operatorEmail)
    await browser.open(`/s/${guid}`)
    await browser.press('Unshare', fromOldBuild)
    expect(browser.text()).toContain('Unshared. Only you can open it now.')
    expect(isTold(browser)).toBe(true)
    expect(browser.page.links('Refresh to update.')).toEqual([`/s/${guid}`])
    await browser.follow('Refresh to update.')
    expect([browser.status, browser.path, isTold(browser)]).toEqual([200, `/s/${guid}`, false])
    await browser.press('Share again')
    expect(isTold(browser)).toBe(false)
  })

  test('that was refused comes back filled; the new version is spoken of when it is done', async () => {
    const browser = await signIn(app, operatorEmail)
    await browser.open('/share')
    browser.fill('People', 'nobody').fill('Message', 'Please read')
    browser.attach('File', { name: 'contract.pdf', bytes: pdf() })
    await browser.press('Share file', fromOldBuild)
    expect([browser.status, isTold(browser)]).toEqual([400, false])
    expect(browser.page.valueOf('Message')).toBe('Please read')
    browser.fill('People', 'rita@example.net')
    await browser.press('Share file')
    expect(browser.path).toMatch(/^\/s\//)
    expect([isTold(browser), browser.text().includes('Please read')]).toEqual([true, true])
  })

  test('signs in, and where the link leads keeps its query', async () => {
    const browser = await app.browser().open('/access/login?to=%2Fs%3Fpage%3D1')
    browser.fill('Email address', operatorEmail).fill('Password', 'seven quiet lamps over the harbour')
    await browser.press('Sign in', fromOldBuild)
    expect([browser.path, isTold(browser)]).toEqual(['/s?page=1', true])
    expect(browser.page.links('Refresh to update.')).toEqual(['/s?page=1'])
  })
})

test('a form without a build, as an old bookmark or program sends it, says nothing of versions', async () => {
  const browser = await signIn(app, operatorEmail)
  await browser.open(`/s/${guid}`)
  await browser.press('Unshare', (entries) => entries.filter(({ name }) => name !== 'build'))
  expect([browser.status, isTold(browser)]).toEqual([200, false])
  await browser.press('Share again')
})

test('no one else can make a page say so', async () => {
  const browser = await signIn(app, operatorEmail)
  browser.cookies.keep(`updated=${Buffer.from('"yes"').toString('base64')}; Path=/`, browser.url)
  expect(isTold(await browser.open('/home'))).toBe(false)
})

test('a page that ships script brings with it what says that its code is gone; others bring nothing', async () => {
  const browser = await signIn(app, operatorEmail)
  const own = () =>
    browser.page.root.querySelectorAll('script').find((script) => script.text.includes('missing-code'))
  await browser.open('/share')
  const nonce = /'nonce-([^']+)'/.exec(browser.headers.get('content-security-policy')!)![1]
  expect(own()!.getAttribute('nonce')).toBe(nonce)
  expect(own()!.text).toContain(JSON.stringify('Refresh to update.'))
  await browser.open('/home')
  expect(own()).toBeUndefined()
})
