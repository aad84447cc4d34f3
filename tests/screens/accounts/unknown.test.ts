import { describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { tokenOn } from '#tests/support/browser/unoffered.ts'

const { app, operator } = await makeWorld()

const noCall = { StatusCode: 20404, StatusMessage: 'There is no such call. Check its version and its name.' }
const nowhere = { StatusCode: 20404, StatusMessage: 'Page not found, or you don’t have access.' }

describe('an address that leads nowhere', () => {
  test.each(['/nothing', '/wp-login.php', '/Home2', '/a/b/c', '/%2e%2e/x', '/metrics'])(
    'takes who is signed in from %s home, and says once that it does not exist',
    async (address) => {
      await operator.open(address)
      expect([operator.path, operator.status]).toEqual(['/home', 200])
      expect(operator.text()).toContain('That page doesn’t exist.')
      await operator.reload()
      expect(operator.text()).not.toContain('That page doesn’t exist.')
    },
  )

  test.each(['/v1/account/nothing', '/v2/anything', '/v3/', '/v4', '/v5/nobody', '/V5/nobody', '/api/x'])(
    'is told as JSON where a program asks for %s, no matter who asks and how',
    async (address) => {
      for (const browser of [app.browser(), operator]) {
        for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
          const answer = await browser.fetch(address, {
            method,
            ...(method === 'GET' ? {} : { body: 'x=1' }),
          })
          expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/json'])
          expect(answer.headers.get('cache-control')).toBe('no-store')
          expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
          expect(await answer.json()).toEqual(address.startsWith('/api') ? nowhere : noCall)
        }
      }
    },
  )

  test.each(['application/json', 'application/json, text/plain, */*', 'application/problem+json'])(
    'is told as JSON to who accepts %s',
    async (accept) => {
      const answer = await operator.fetch('/nothing', { headers: { accept } })
      expect([answer.status, await answer.json()]).toEqual([404, nowhere])
    },
  )

  test.each(['text/html, application/json', '*/*', '', 'application/jsonx'])(
    'is a page for who accepts %j',
    async (accept) => {
      const answer = await app.browser().fetch('/nothing', { headers: { accept } })
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/access/login'])
    },
  )

  test('a page that exists is a page, whatever is accepted', async () => {
    const answer = await operator.fetch('/home', { headers: { accept: 'application/json' } })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  })

  test('takes no form: nothing is changed, and no one signed out', async () => {
    await operator.open('/s')
    const token = tokenOn(operator)
    for (const intent of ['signOut', 'signIn', 'register', 'ask', '']) {
      const answer = await operator.fetch('/nothing', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ token, intent, email: 'x@example.org' }).toString(),
      })
      expect(answer.status).toBe(400)
    }
    expect((await operator.open('/s')).path).toBe('/s')
    expect(await app.outbox.all()).toEqual([])
  })
})

describe('a section that exists', () => {
  test.each(['/file/x', '/file/%00x', '/s/x', `/s/${'g'.repeat(32)}`, '/view/x'])(
    'with the bad id in %s is no fault and no other page for who is signed in',
    async (address) => {
      const answer = await operator.fetch(address)
      expect([302, 400, 403, 404]).toContain(answer.status)
      expect(answer.headers.get('location') ?? '').not.toContain('/home')
    },
  )
})

describe('the pages for failures have addresses of their own', () => {
  test.each([
    ['/access/404', 404, 'Page not found', 'Page not found, or you don’t have access.'],
    ['/access/500', 500, 'Something went wrong', 'Something went wrong on our side.'],
  ])('%s', async (address, status, heading, words) => {
    for (const browser of [app.browser(), operator]) {
      await browser.open(address)
      expect([browser.status, browser.path, browser.heading()]).toEqual([status, address, heading])
      expect(browser.text()).toContain(words)
      expect(browser.title()).toBe(`${heading} – Strongroom`)
      expect(browser.text().includes('Reference: ')).toBe(status === 500)
      expect(browser.page.links('Go to home page')).toEqual(['/home'])
      const head = await browser.fetch(address, { method: 'HEAD' })
      expect([head.status, await head.text()]).toEqual([status, ''])
    }
  })
})
