import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { startApp } from '#tests/support/world/app.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { second } from '#tests/support/world/clock.ts'
import { makeShare, operatorEmail, password, signIn } from '#tests/support/world/make.ts'
import { codeFor, stranger } from '#tests/support/world/people.ts'

const { app } = await makeWorld()

const person = { firstName: 'Vera', lastName: 'Voss', email: 'vera@example.org', password }

async function register(typed: Partial<typeof person>): Promise<Browser> {
  const browser = await stranger(app).open('/access/register')
  return browser.send('register', { ...person, ...typed })
}

describe('an address of look-alike letters', () => {
  test.each(['vеra@example.org', 'ｖera@example.org', 'vera\u200b@example.org', 'véra@example.org'])(
    '%j before the @ is none',
    async (email) => {
      const browser = await register({ email })
      expect([browser.status, browser.page.valueOf('Email address')]).toEqual([400, email])
      expect(browser.text()).toContain('Enter a full email address, like name@example.com.')
      expect(await app.outbox.to('vera@')).toEqual([])
    },
  )

  test('of another domain than the one it looks like is another account, and shown by its true letters', async () => {
    const fake = 'olivia@exаmple.org'
    const true_ = 'olivia@xn--exmple-4nf.org'
    const browser = await register({ email: fake })
    expect(browser.url.pathname).toBe('/access/validation')
    const emails = await app.outbox.to(true_)
    expect(emails.at(-1)!.links.some((link) => link.includes('/access/activated/'))).toBe(true)
    expect(await app.outbox.to(operatorEmail)).toEqual([])
    await browser.open(emails.at(-1)!.links.find((link) => link.includes('/activated/'))!)
    expect(browser.text()).toContain(true_)
    await browser.send('activate')

    const guid = await makeShare(app, browser, { recipients: 'Rita <rita@exаmple.net>' })
    expect(browser.text()).toContain('rita@xn--exmple-4nf.net')
    const invitation = await app.outbox.newest('rita@xn--exmple-4nf.net')
    for (const words of [invitation.text, invitation.html]) {
      expect(words).toContain(true_)
      expect(words).not.toMatch(/[а-я]/i)
    }
    const rita = await app.browser().open(`/file/${guid}`)
    await rita.send('ask', { email: 'rita@exаmple.net' })
    const code = await codeFor(app, 'rita@xn--exmple-4nf.net')
    await rita.send('prove', { code })
    expect(rita.text()).toContain(`shared this file with you\n${true_}`)
    expect(rita.text()).not.toMatch(/[а-я]/i)
  })

  test.each([
    'info@Müller.example',
    'info@MÜLLER.example',
    'info@xn--mller-kva.example',
    'info@mu\u0308ller.example',
  ])('%j is one account however its domain is written', async (email) => {
    await register({ email })
    expect((await app.outbox.to('info@xn--mller-kva.example')).length).toBeGreaterThan(0)
    const { kysely } = app.strongroom.services.database
    const rows = await kysely.selectFrom('user').select('email').where('email', 'like', 'info@%').execute()
    expect(rows).toEqual([{ email: 'info@xn--mller-kva.example' }])
  })
})

describe('a name', () => {
  test.each(['Оlivia', 'Olivіa', 'Olivia\u202e', '<Olivia>', 'Ολivia', 'Olivia1'])(
    '%j is refused, with the form filled',
    async (firstName) => {
      const browser = await register({ firstName })
      expect([browser.status, browser.page.valueOf('Last name')]).toEqual([400, 'Voss'])
      expect(browser.text()).toContain('Enter a name of at least two letters. It must start with a letter')
    },
  )

  test.each(['Ольга', 'Νίκη', '美咲', 'Zoë', "O'Hara", 'Anne-Marie'])('%j is taken', async (firstName) => {
    expect((await register({ firstName })).url.pathname).toBe('/access/validation')
    app.clock.advance(3600 * second)
  })

  test('with a word of the blocked list is refused without saying which, as soon as the list says so', async () => {
    const spam =
      'To prevent spam, email addresses, links and some words are not allowed in the name field. Contact support if you need help.'
    expect((await register({ lastName: 'Plonk' })).url.pathname).toBe('/access/validation')
    await writeFile(path.join(app.dataDir, 'blocked-words.txt'), 'plonk\n')
    app.clock.advance(3 * second)
    const browser = await register({ lastName: 'PLONK' })
    expect(browser.status).toBe(400)
    expect(browser.text()).toContain(spam)
    expect((await register({ firstName: 'Claim Your', lastName: 'Prize' })).url.pathname).toBe(
      '/access/validation',
    )
    const sender = await signIn(app, operatorEmail)
    await sender.open('/setting?tabActive=profile')
    await sender.send('changeProfile', { lastName: 'Plonk' })
    expect([sender.status, sender.text().includes(spam)]).toEqual([400, true])
    await sender.open('/share')
    const file = { name: 'plan.txt', bytes: Buffer.from('the plan') }
    await sender.send('share', { file, recipients: 'rita@example.net', message: 'A plonk for you' })
    expect(sender.text()).toContain('some words are not allowed in the message field.')
  })
})

describe('a password that is taken although a better one is easy to have', () => {
  test('is followed by advice in words, once, the same whether the address has an account or not', async () => {
    const weak = '839201746582'
    const pages = []
    for (const email of ['weak@example.org', operatorEmail]) {
      const browser = await register({ email, password: weak })
      expect(browser.url.pathname).toBe('/access/validation')
      pages.push(browser.text())
      expect((await browser.reload()).text()).not.toContain('Enough')
    }
    expect(pages[0]).toContain('Your password: Good enough, but not strong. Add letters')
    expect(pages[1]).toBe(pages[0])
    expect((await register({ email: 'strong@example.org' })).text()).not.toContain('Your password')
  })

  test('is followed by it at the first account and after a reset, too', async () => {
    const fresh = await startApp()
    const browser = await fresh.browser().open('/access/register')
    await browser.send('register', { ...person, password: '839201746582' })
    expect(browser.path).toBe('/home')
    expect(browser.text()).toContain('Good enough, but not strong.')
    const reset = await fresh.browser().open('/access/reset')
    await reset.send('request', { email: person.email })
    await reset.open(await fresh.outbox.linkTo(person.email, 'token='))
    await reset.send('reset', { newPassword: '930275816429' })
    expect(reset.text()).toContain('Password changed.')
    expect(reset.text()).toContain('Your password: Good enough, but not strong.')
  })
})
