import { describe, expect, test } from 'vitest'
import { makeUser, password } from '#tests/support/world/make.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const { app } = await makeWorld({})
const email = 'rosa.ruiz@example.org'
await makeUser(app, { email })
const field = 'Email address'

describe('an address that was typed is filled in', () => {
  test('after registering: where an email is asked for again, before and after asking, and to sign in', async () => {
    const typed = 'nina@example.org'
    const browser = await app.browser().open('/access/register')
    await browser.send('register', { email: typed, firstName: 'Nina', lastName: 'Noor', password })
    expect([browser.heading(), browser.page.valueOf(field)]).toEqual(['Check your email', typed])
    await browser.press('Send a new email')
    expect([browser.heading(), browser.page.valueOf(field)]).toEqual(['Check your email', typed])
    await browser.follow('Back to sign-in')
    expect([browser.heading(), browser.page.valueOf(field)]).toEqual(['Sign in', typed])
  })

  test.each([
    ['Forgot your password?', 'Reset your password'],
    ['Create one', 'Create an account'],
    ['Request a new email', 'Check your email'],
  ])('after a sign-in that was refused, where "%s" leads', async (link, heading) => {
    const browser = await app.browser().open('/access/login')
    await browser.send('signIn', { email, password: 'nothing of the kind at all' })
    expect(browser.page.valueOf(field)).toBe(email)
    await browser.follow(link)
    expect([browser.heading(), browser.page.valueOf(field)]).toEqual([heading, email])
  })

  test('after asking for a new password, and after choosing it', async () => {
    const browser = await app.browser().open('/access/reset')
    await browser.send('request', { email })
    expect([browser.heading(), browser.page.valueOf(field)]).toEqual(['Reset your password', email])
    await browser.open(await app.outbox.linkTo(email, '/access/reset?'))
    await browser.send('reset', { newPassword: 'nine patient herons by the canal' })
    expect([browser.heading(), browser.page.valueOf(field)]).toEqual(['Sign in', email])
  })

  test('at the door of a file, where someone signs in or asks for access instead', async () => {
    const door = `/access/filelogin?share=${'0'.repeat(32)}&email=${encodeURIComponent(email)}`
    const browser = await app.browser().open(door)
    await browser.follow('Sign in instead')
    expect([browser.heading(), browser.page.valueOf(field)]).toEqual(['Sign in', email])
    await browser.open(door)
    await browser.follow('Ask for access')
    expect([browser.heading(), browser.page.valueOf('Your email address')]).toEqual([
      'You need access',
      email,
    ])
  })
})

test('after signing out no address is filled in: the next person may be someone else', async () => {
  const browser = await makeUser(app, { email: 'uma@example.org' })
  await browser.open('/access/logout')
  await browser.press('Sign out')
  expect([browser.heading(), browser.page.valueOf(field)]).toEqual(['Sign in', ''])
})
