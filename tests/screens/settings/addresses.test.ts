import { describe, expect, test } from 'vitest'
import {
  addAddress,
  addressesTab,
  askForAddress,
  makePerson,
  openAddress,
} from '#tests/support/world/addresses.ts'
import { startApp } from '#tests/support/world/app.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import type { ReceivedEmail } from '#tests/support/world/mail.ts'
import { makeOperator, operatorEmail, password } from '#tests/support/world/make.ts'

const { app } = await makeWorld()

async function signsIn(email: string): Promise<boolean> {
  const browser = await app.browser().open('/access/login')
  await browser.send('signIn', { email, password })
  return browser.path === '/home'
}

/** The email to an address with this subject; emails of one moment are in no order. */
async function emailTo(email: string, subject: string): Promise<ReceivedEmail> {
  const emails = await app.outbox.to(email)
  const found = emails.find((mail) => mail.subject === subject)
  if (!found) throw new Error(`${email} got only: ${emails.map((mail) => mail.subject).join(', ')}`)
  return found
}

describe('a further address', () => {
  test('is added by the code that was sent to it, and then signs in', async () => {
    const { browser, email, second } = await makePerson(app)
    await askForAddress(browser, second)
    expect(browser.text()).toContain(`We’ve emailed ${second}.`)
    expect(await signsIn(second)).toBe(false)
    const { code, text } = await app.outbox.newest(second)
    expect(text).not.toContain(email)
    expect(text).not.toContain('Ulrich')
    await browser.send('confirmAddress', { code: ` ${code!.slice(0, 3)} ${code!.slice(3)} ` })
    expect([browser.path, browser.status]).toEqual([addressesTab, 200])
    expect(browser.text()).toContain(`${second} confirmed.`)
    expect(await signsIn(second)).toBe(true)
    expect(await signsIn(email)).toBe(true)
  })

  test('is told of at the primary one, always', async () => {
    const { browser, email, second } = await makePerson(app)
    await browser.open('/setting?tabActive=notifications')
    browser.clear(/opens one of my files/).clear(/new device/)
    await browser.press('Save notifications')
    await addAddress(app, browser, second)
    const mail = await emailTo(email, 'An address was added to your Strongroom account')
    expect(mail.text).toContain(second)
    expect(mail.headers.has('list-unsubscribe')).toBe(false)
  })

  test('gets a link to a new password, with which both addresses sign in', async () => {
    const { browser, email, second } = await makePerson(app)
    await addAddress(app, browser, second)
    const forgetful = await app.browser({ ip: '198.51.100.7' }).open('/access/reset')
    await forgetful.send('request', { email: second })
    const link = await app.outbox.linkTo(second, '/access/reset?token=')
    await forgetful.open(link!)
    const newPassword = 'nine bright rivers under the hill'
    await forgetful.send('reset', { newPassword })
    for (const each of [second, email]) {
      const again = await app.browser().open('/access/login')
      await again.send('signIn', { email: each, password: newPassword })
      expect(again.path).toBe('/home')
    }
    await emailTo(email, 'Your Strongroom password was changed')
  })

  test('cannot be registered: the one who tries sees the usual answer, its owner gets an email', async () => {
    const { browser, second } = await makePerson(app)
    await addAddress(app, browser, second)
    const stranger = await app.browser().open('/access/register')
    const person = { firstName: 'Mallory', lastName: 'Malin', email: second.toUpperCase(), password }
    await stranger.send('register', person)
    expect(stranger.url.pathname).toBe('/access/validation')
    const mail = await emailTo(second, 'You already have a Strongroom account')
    expect(mail.text).not.toContain('Mallory')
    await stranger.open('/access/login')
    expect(await signsIn(second)).toBe(true)
  })

  test('that someone registered but never proved belongs to who proves it', async () => {
    const { browser, second } = await makePerson(app)
    const squatter = await app.browser().open('/access/register')
    await squatter.send('register', { firstName: 'Mallory', lastName: 'Malin', email: second, password })
    const activation = (await app.outbox.newest(second)).links[0]!
    await addAddress(app, browser, second)
    await squatter.open(activation)
    expect(squatter.path).toBe('/access/login')
    expect(await signsIn(second)).toBe(true)
  })

  test('becomes the primary one: both are told, and others see it', async () => {
    const { browser, email, second } = await makePerson(app)
    await addAddress(app, browser, second)
    await openAddress(browser, second)
    await browser.press('Make primary')
    expect(browser.text()).toContain(`${second} is now your primary address.`)
    expect(browser.page.root.querySelector('.lines li')?.textContent).toMatch(
      new RegExp(`^\\s*${second}\\s*Primary`),
    )
    for (const each of [email, second]) {
      const mail = await emailTo(each, 'The primary address of your Strongroom account was changed')
      expect(mail.text).toContain(`from ${email} to ${second}`)
    }
    expect(await signsIn(email)).toBe(true)
    await openAddress(browser, email)
    await browser.press('Remove address')
    expect(await signsIn(email)).toBe(false)
    expect(await signsIn(second)).toBe(true)
  })

  test('is removed: it signs in no more, links sent to it are dead, and both addresses are told', async () => {
    const { browser, email, second } = await makePerson(app)
    await addAddress(app, browser, second)
    const forgetful = await app.browser({ ip: '198.51.100.8' }).open('/access/reset')
    await forgetful.send('request', { email: second })
    const link = await app.outbox.linkTo(second, '/access/reset?token=')
    await openAddress(browser, second)
    await browser.press('Remove address')
    expect(browser.text()).toContain(`${second} removed.`)
    expect(await signsIn(second)).toBe(false)
    expect((await forgetful.open(link!)).status).toBe(410)
    for (const each of [email, second]) {
      const mail = await emailTo(each, 'An address was removed from your Strongroom account')
      expect(mail.text).toContain(`${second} was removed`)
    }
  })

  test('that was removed can become another account’s', async () => {
    const [one, other] = [await makePerson(app), await makePerson(app)]
    await addAddress(app, one.browser, one.second)
    await openAddress(one.browser, one.second)
    await one.browser.press('Remove address')
    await addAddress(app, other.browser, one.second)
    expect(other.browser.text()).toContain(one.second)
  })

  test('that no one confirms is forgotten after a day', async () => {
    const own = await startApp()
    const browser = await makeOperator(own)
    await askForAddress(browser, 'late@example.net')
    own.clock.advance(24 * 3_600_000 + 16 * 60_000)
    await own.strongroom.services.sweep()
    const again = await own.browser().open('/access/login')
    await again.send('signIn', { email: operatorEmail, password })
    await again.open(addressesTab)
    expect(again.text()).not.toContain('late@example.net')
  })
})
