import { expect, test } from 'vitest'
import type { SignInPolicy } from '#server/accounts/sign-in/sign-in.ts'
import { startApp } from '#tests/support/world/app.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { makeOperator, operatorEmail, password } from '#tests/support/world/make.ts'
import { changeSignIn } from '#tests/support/world/ways-in.ts'

/** What a person with the right password meets under a team's policy. */
async function tryUnder(policy: SignInPolicy, address = '/access/login'): Promise<Browser> {
  const app = await startApp()
  await makeOperator(app)
  changeSignIn(app, { policy })
  const browser = await app.browser().open(address)
  await browser.send('signIn', { email: operatorEmail, password })
  expect(browser.cookies.names()).not.toContain('session')
  const { kysely } = app.strongroom.services.database
  expect(await kysely.selectFrom('session').select('guid').execute()).toHaveLength(1)
  return browser
}

test('a method that a team does not allow is refused with the ways that it allows, and no other', async () => {
  const browser = await tryUnder(async () => ({ code: 10006, methods: ['password'] }), '/s')
  expect([browser.status, browser.heading()]).toEqual([403, 'Sign in another way'])
  expect(browser.text()).toContain('Your team doesn’t allow this sign-in method.')
  expect(browser.page.links('Sign in with a password')).toEqual(['/access/login?to=%2Fs'])
  expect(browser.page.root.querySelectorAll('input[type=password]')).toHaveLength(0)
})

test('a team that allows only what is not set up here is said so', async () => {
  const browser = await tryUnder(async () => ({ code: 10006, methods: ['google'] }))
  expect(browser.status).toBe(403)
  expect(browser.page.links('Sign in with a password')).toEqual([])
  expect(browser.text()).toContain('Ask your team’s administrator.')
})

test('a locked domain is explained, with two things that can be done, under an address that stays', async () => {
  const browser = await tryUnder(async () => ({ code: 10012, domain: 'example.org' }))
  expect(browser.path).toBe('/team/domainlock?domain=example.org')
  await browser.reload()
  expect([browser.status, browser.heading()]).toEqual([403, 'This domain is restricted'])
  expect(browser.text()).toContain('Only members of a certain team can sign in')
  expect(browser.text()).toContain('Join the team.')
  expect(browser.text()).toContain('Change your email.')
  expect(browser.page.links('Change my email …')).toEqual(['/team/domainlock/email'])
  for (const domain of ['', 'no domain', '<b>x</b>']) {
    await browser.open(`/team/domainlock?domain=${encodeURIComponent(domain)}`)
    expect([browser.status, browser.heading()]).toEqual([404, 'Page not found'])
  }
})

test('an address in the path fills in the form and proves nothing', async () => {
  const app = await startApp()
  await makeOperator(app)
  const browser = await app.browser().open(`/access/login/${encodeURIComponent(operatorEmail)}?to=%2Fs`)
  expect([browser.status, browser.page.valueOf('Email address')]).toEqual([200, operatorEmail])
  expect(browser.cookies.names()).not.toContain('session')
  await browser.send('signIn', { password })
  expect(browser.path).toBe('/s')
  const odd = await app.browser().open('/access/login/%3Cscript%3E@x')
  expect([odd.status, odd.page.valueOf('Email address')]).toEqual([200, '<script>@x'])
})
