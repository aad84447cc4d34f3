import { describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { minute, second } from '#tests/support/world/clock.ts'
import { pdf } from '#tests/support/files/documents.ts'
import { makeShare, makeUser, operatorEmail, recipientEmail, signIn } from '#tests/support/world/make.ts'
import { askCode, codeFor, otherCode, somebody } from '#tests/support/world/people.ts'

const unlisted = 'stranger@example.com'
const nowhere = '0123456789abcdef0123456789abcdef'
const refusal =
  'That code is wrong or has expired. Enter the six digits from the latest email, or request a new code.'

const {
  app,
  operator: sender,
  share: guid,
} = await makeWorld({
  share: {
    file: { name: 'merger-plan.pdf', type: 'application/pdf', bytes: pdf() },
    message: 'the confidential note',
    recipients: `${recipientEmail}, rob@example.net`,
  },
})
/** Shared with Rob and with Aisha, who has an account. */
const other = await makeShare(app, sender, { recipients: 'rob@example.net, aisha@example.org' })
await makeUser(app, { email: 'aisha@example.org', browser: somebody() })

/** A page without what differs on every one: the form's token, the nonce, which share and which address. */
function likeness(browser: Browser, share: string, email = unlisted): string {
  return Buffer.from(browser.bytes)
    .toString('utf8')
    .replaceAll(/name="token" value="[^"]*"/g, 'name="token"')
    .replaceAll(/nonce="[^"]*"/g, 'nonce')
    .replaceAll(share, 'SHARE')
    .replaceAll(encodeURIComponent(email), 'EMAIL')
    .replaceAll(email, 'EMAIL')
}

describe('a stranger at the door', () => {
  test('is asked for an address, and learns neither file, nor sender, nor state', async () => {
    const stranger = await app.browser(somebody()).open(`/file/${guid}`)
    expect([stranger.status, stranger.path]).toEqual([200, `/access/filelogin?share=${guid}`])
    expect(stranger.heading()).toBe('Open a protected file')
    const html = Buffer.from(stranger.bytes).toString('utf8')
    for (const secret of ['merger-plan', 'Olivia', 'Ortega', operatorEmail, 'confidential', recipientEmail])
      expect(html).not.toContain(secret)
  })

  test('is led there from the pages and from the print copy too', async () => {
    const stranger = app.browser(somebody())
    for (const page of [`/view/${guid}`, `/view/${guid}?page=2`, `/view/${guid}/print`]) {
      await stranger.open(page)
      expect(stranger.path).toBe(`/access/filelogin?share=${guid}&to=${encodeURIComponent(page)}`)
    }
  })

  test.each([
    ['unlisted address', () => guid, unlisted],
    ['share that does not exist', () => nowhere, unlisted],
  ])('sees for the %s what a listed person sees', async (_, share, email) => {
    const listed = await app.browser(somebody()).open(`/file/${guid}`)
    const other = await app.browser(somebody()).open(`/file/${share()}`)
    expect(likeness(other, share(), email)).toBe(likeness(listed, guid, recipientEmail))
    await listed.send('ask', { email: recipientEmail })
    await other.send('ask', { email })
    expect([other.status, other.heading()]).toEqual([200, 'Enter the verification code'])
    expect(likeness(other, share(), email)).toBe(likeness(listed, guid, recipientEmail))
    const wrong = otherCode(await codeFor(app, recipientEmail))
    await listed.send('prove', { code: wrong })
    expect(listed.page.valueOf('Six-digit code')).toBe('')
    await other.send('prove', { code: wrong })
    expect([other.status, listed.status]).toEqual([400, 400])
    expect(other.text()).toContain(refusal)
    expect(likeness(other, share(), email)).toBe(likeness(listed, guid, recipientEmail))
    app.clock.advance(16 * minute)
  })

  test('gets no email at an address that is not on the list', async () => {
    await askCode(app, guid, unlisted)
    expect(await app.outbox.to(unlisted)).toEqual([])
  })

  test('who types no address at all is told how one looks', async () => {
    const stranger = await askCode(app, guid, 'rita at home')
    expect([stranger.status, stranger.page.valueOf('Your email address')]).toEqual([400, 'rita at home'])
    expect(stranger.text()).toMatch(/Enter a full email address, like name@example\.com\./)
  })

  test.each(['', 'x', '../share', '%00', `${nowhere}0`, nowhere.toUpperCase()])(
    'learns nothing from the share id %o',
    async (share) => {
      const stranger = await app.browser(somebody()).open(`/access/filelogin?share=${share}`)
      await stranger.send('ask', { email: unlisted })
      expect([200, 400]).toContain(stranger.status)
      expect(await app.outbox.to(unlisted)).toEqual([])
    },
  )

  test('gets an address from the path filled in, and nothing else by it', async () => {
    const stranger = await app.browser(somebody()).open(`/file/${guid}/${recipientEmail}`)
    expect(stranger.heading()).toBe('Open a protected file')
    expect(stranger.page.valueOf('Your email address')).toBe(recipientEmail)
    expect((await stranger.fetch(`/view/${guid}/page/1`)).status).toBe(401)
    const hostile = await app.browser(somebody()).open(`/file/${guid}/${encodeURIComponent('"><script>')}`)
    expect(Buffer.from(hostile.bytes).toString()).not.toContain('"><script>')
  })
})

describe('a listed person with a code', () => {
  test('comes to the summary, which names file, sender and message', async () => {
    const rita = await askCode(app, guid, recipientEmail)
    await rita.send('prove', { code: await codeFor(app, recipientEmail) })
    expect([rita.status, rita.path, rita.heading()]).toEqual([200, `/file/${guid}`, 'merger-plan.pdf'])
    expect(rita.text()).toContain(`Olivia Ortega shared this file with you\n${operatorEmail}`)
    expect(rita.text()).toContain('the confidential note')
    expect(rita.text()).toContain(`You’re reading as ${recipientEmail}`)
  })

  test('can type the digits in groups and the address in capitals', async () => {
    app.clock.advance(16 * minute)
    const rita = await askCode(app, guid, ` ${recipientEmail.toUpperCase()} `)
    const code = await codeFor(app, recipientEmail)
    await rita.send('prove', { code: ` ${code.slice(0, 3)} ${code.slice(3)}` })
    expect(rita.path).toBe(`/file/${guid}`)
  })

  test('gets an email that begins with the code and names neither the file nor the sender', async () => {
    app.clock.advance(16 * minute)
    await askCode(app, guid, recipientEmail)
    const { subject, text, html } = await app.outbox.newest(recipientEmail)
    for (const secret of ['merger-plan', 'Olivia', operatorEmail])
      expect(subject + text + html).not.toContain(secret)
    expect(subject).toMatch(/^\d{6} is your Strongroom code$/)
  })

  test('is refused after 15 minutes', async () => {
    const rita = await askCode(app, guid, recipientEmail)
    const code = await codeFor(app, recipientEmail)
    app.clock.advance(15 * minute)
    await rita.send('prove', { code })
    expect([rita.status, rita.text()]).toEqual([400, expect.stringContaining(refusal)])
  })

  test('is still let in one second before', async () => {
    const rita = await askCode(app, guid, recipientEmail)
    const code = await codeFor(app, recipientEmail)
    app.clock.advance(15 * minute - second)
    await rita.send('prove', { code })
    expect(rita.path).toBe(`/file/${guid}`)
  })

  test('cannot use a code twice', async () => {
    app.clock.advance(16 * minute)
    const [rita, thief] = [
      await askCode(app, guid, recipientEmail),
      await app.browser(somebody()).open(`/access/filelogin?share=${guid}&email=${recipientEmail}&step=code`),
    ]
    const code = await codeFor(app, recipientEmail)
    await rita.send('prove', { code })
    expect(rita.path).toBe(`/file/${guid}`)
    await thief.send('prove', { code })
    expect([thief.status, thief.text()]).toEqual([400, expect.stringContaining(refusal)])
  })

  test('cannot use a code after asking for a newer one', async () => {
    app.clock.advance(16 * minute)
    const rita = await askCode(app, guid, recipientEmail)
    const older = await codeFor(app, recipientEmail)
    app.clock.advance(second)
    await rita.send('ask')
    const newer = await codeFor(app, recipientEmail)
    await rita.send('prove', { code: older })
    expect([rita.status, rita.text()]).toEqual([400, expect.stringContaining(refusal)])
    await rita.send('prove', { code: newer })
    expect(rita.path).toBe(`/file/${guid}`)
  })

  test.each(['', '12345', '1234567', 'abcdef', '１２３４５６'])(
    'is told so when they type %o',
    async (code) => {
      const rita = await app
        .browser(somebody())
        .open(`/access/filelogin?share=${guid}&email=${recipientEmail}&step=code`)
      await rita.send('prove', { code })
      expect([rita.status, rita.heading()]).toEqual([400, 'Enter the verification code'])
    },
  )

  test('cannot open another share with it', async () => {
    app.clock.advance(16 * minute)
    const rita = await askCode(app, guid, recipientEmail)
    const code = await codeFor(app, recipientEmail)
    await rita.send('prove', { code, share: other })
    expect([rita.status, rita.text()]).toEqual([400, expect.stringContaining(refusal)])
    await rita.send('prove', { code, share: guid, email: 'rob@example.net' })
    expect(rita.status).toBe(400)
    await rita.send('prove', { code, share: guid, email: recipientEmail })
    await rita.open(`/file/${other}`)
    expect([rita.status, rita.heading()]).toEqual([403, 'Not shared with you'])
  })

  test('who has an account with the address needs none', async () => {
    const aisha = await signIn(app, 'aisha@example.org', somebody())
    await aisha.open(`/file/${other}`)
    expect([aisha.status, aisha.heading()]).toEqual([200, 'contract.pdf'])
    expect(aisha.text()).toContain('You’re reading as aisha@example.org')
    await aisha.send('open')
    expect([aisha.status, aisha.path]).toEqual([200, `/view/${other}`])
  })
})
