import { describe, expect, test } from 'vitest'
import { TrustedProxies } from '#server/proxies.ts'
import { startApp } from '#tests/support/world/app.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import '#tests/support/world/console.ts'
import { Page } from '#tests/support/browser/page.ts'

const { app } = await makeWorld({ operator: false })

const open = ['/version', '/send', '/test', '/thankyou', '/c/feedback']

test.each(open)('%s takes nothing that is no form of its own', async (address) => {
  const answer = await app.browser().fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'intent=anything',
  })
  expect([400, 405]).toContain(answer.status)
})

test('/version names the version of the app and of the server, the build and the address of the API', async () => {
  const browser = await app.browser().open('/version')
  expect(browser.text()).toMatch(
    /Version\nApp version\n1\.0\.18\.0822\nServer version\n0\.1\.0\nBuild\n\w{8}\nAPI address\nhttp:\/\/localhost:3000$/,
  )
})

describe('/test', () => {
  test('shows what the server sees of a browser', async () => {
    const browser = app.browser({ ip: '192.0.2.7', userAgent: 'StrongroomDesktop/2.1' })
    await browser.open('/test')
    for (const words of [
      'Your network address\n192.0.2.7\n',
      'Proxy\nNone that the server trusts.\n',
      'Encrypted (https)\nNo\n',
      'Cookies\nNot known yet',
      'Browser\nStrongroomDesktop/2.1\n',
      'Kind\nDesktop app 2.1\n',
      'Server time\n2026-11-20 09:00 UTC\n',
    ])
      expect(browser.text()).toContain(words)
  })

  test.each(['modern', 'old'] as const)('finds that forms and cookies work in a %s browser', async (mode) => {
    const browser = await app.browser({ mode }).open('/test')
    await browser.press('Try a form')
    expect(browser.status).toBe(200)
    expect(browser.text()).toContain('The form has arrived: forms and cookies work.')
    expect(browser.text()).toContain('Cookies\nWorking\n')
  })

  test('finds that cookies do not work', async () => {
    const browser = await app.browser().open('/test')
    browser.cookies.clear()
    await browser.press('Try a form')
    expect(browser.status).toBe(403)
    expect(browser.text()).toContain('Cookies\nNot working Allow cookies for this site')
  })

  test('shows the address and the encryption that a trusted proxy reports, and says when they are not expected', async () => {
    const place = await startApp({
      config: {
        trustedProxies: TrustedProxies.parse('loopback'),
        publicUrl: new URL('https://files.example.com'),
      },
    })
    const { url } = await place.strongroom.listen(0)
    const ask = async (headers: Record<string, string>) =>
      new Page(await (await fetch(`${url}/test`, { headers })).text()).text()
    const forwarded = await ask({ 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' })
    expect(forwarded).toContain('Your network address\n203.0.113.9\n')
    expect(forwarded).toContain('Your request came through a trusted proxy.')
    expect(forwarded).toContain('Encrypted (https)\nYes\n')
    const plain = await ask({ 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'http' })
    expect(plain).toContain('No But this server is set up for https://files.example.com')
  })

  test('believes nothing of what someone else than a trusted proxy writes', async () => {
    const place = await startApp()
    const { url } = await place.strongroom.listen(0)
    const headers = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' }
    const words = new Page(await (await fetch(`${url}/test`, { headers })).text()).text()
    expect(words).toContain('Your network address\n127.0.0.1\n')
    expect(words).toContain('None that the server trusts.')
    expect(words).toContain('Encrypted (https)\nNo\n')
  })

  test('shows what a browser says as text, never as markup', async () => {
    const browser = app.browser({ userAgent: '<img src=x onerror=alert(1)>' })
    await browser.open('/test')
    expect(browser.page.root.querySelectorAll('img')).toEqual([])
    expect(browser.text()).toContain('<img src=x onerror=alert(1)>')
  })
})
