import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { makeUser, password } from '#tests/support/world/make.ts'
import { somebody } from '#tests/support/world/people.ts'

const { app } = await makeWorld()

/** Strangers type wrong passwords, each in a network that is no one else's neighbour. */
async function guess(email: string, networks: number): Promise<number[]> {
  const statuses: number[] = []
  for (let number = 0; number < networks; number++) {
    const thief = await app.browser({ ip: `198.18.${number}.1` }).open('/access/login')
    await thief.send('signIn', { email, password: 'not the words that it is' })
    statuses.push(thief.status)
  }
  return statuses
}

test('the browser that signed in before gets in while strangers from everywhere are made to wait', async () => {
  const email = 'ulrich@example.org'
  const home = await makeUser(app, { email, browser: somebody() })
  await home.open('/access/logout')
  await home.send('signOut')
  expect(home.cookies.names()).toContain('known')
  const statuses = await guess(email, 35)
  expect(statuses.filter((status) => status === 400)).toHaveLength(30)
  const other = await app.browser(somebody()).open('/access/login')
  await other.send('signIn', { email, password })
  expect([other.status, other.headers.get('retry-after')]).toEqual([429, '900'])
  expect(other.text()).toContain(
    'Too many attempts. Wait a few minutes, then try again. You can sign in now from a browser you’ve used before',
  )
  await home.open('/access/login')
  await home.send('signIn', { email, password })
  expect(home.path).toBe('/home')
  expect((await app.outbox.newest(email)).subject).toBe(
    'Failed attempts to sign in to your Strongroom account',
  )
})

test('the browser that used a link for a new password gets in too', async () => {
  const email = 'rosa@example.org'
  await makeUser(app, { email })
  await guess(email, 35)
  const phone = await app.browser(somebody()).open('/access/reset')
  await phone.send('request', { email })
  await phone.open(await app.outbox.linkTo(email, '/access/reset?'))
  await phone.send('reset', { newPassword: 'nine patient herons by the canal' })
  expect(phone.url.pathname).toBe('/access/login')
  await phone.send('signIn', { email, password: 'nine patient herons by the canal' })
  expect(phone.path).toBe('/home')
})

test('a secret that another browser made up is known to no account', async () => {
  const email = 'vera@example.org'
  const home = await makeUser(app, { email, browser: somebody() })
  await home.open('/access/logout')
  await home.send('signOut')
  await guess(email, 35)
  home.cookies.tamper('known', (value) => (value.startsWith('e') ? 'f' : 'e') + value.slice(1))
  await home.open('/access/login')
  await home.send('signIn', { email, password })
  expect(home.status).toBe(429)
})

test('of links for a new password that strangers had sent without end, the owner reads to use the newest', async () => {
  const email = 'wanda@example.org'
  await makeUser(app, { email })
  for (const address of [email, 'nobody@example.org']) {
    for (let number = 0; number < 15; number++) {
      const thief = await app.browser({ ip: `198.18.${number}.1` }).open('/access/reset')
      await thief.send('request', { email: address })
      expect(thief.status).toBe(200)
    }
    const browser = await app.browser(somebody()).open('/access/reset')
    await browser.send('request', { email: address })
    expect([browser.status, browser.headers.get('retry-after')]).toEqual([429, '3600'])
    expect(browser.text()).toContain(
      'Too many attempts. Wait 1 hour, then try again. If an email has already arrived, use the newest one.',
    )
  }
  const wanda = await app.browser(somebody()).open(await app.outbox.linkTo(email, '/access/reset?'))
  await wanda.send('reset', { newPassword: 'nine patient herons by the canal' })
  await wanda.send('signIn', { email, password: 'nine patient herons by the canal' })
  expect(wanda.path).toBe('/home')
})
