import { describe, expect, test } from 'vitest'
import { startApp } from '#tests/support/world/app.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { day, hour } from '#tests/support/world/clock.ts'
import { makeOperator, makeUser, operatorEmail } from '#tests/support/world/make.ts'
import { somebody, stranger } from '#tests/support/world/people.ts'

const { app } = await makeWorld()

async function write(browser: Browser, message: string, email = ''): Promise<Browser> {
  await browser.open('/c/feedback')
  browser.choose('An idea').fill('Message', message).fill('Email address', email)
  return browser.press('Send feedback')
}

describe('feedback', () => {
  test.each(['modern', 'old'] as const)('reaches the operator by email, from a %s browser', async (mode) => {
    const message = `It would help to sort the list\nby name, in a ${mode} browser.`
    const userAgent = `Browser/${mode}`
    const browser = await write(app.browser(somebody({ mode, userAgent })), message)
    expect([browser.status, browser.path, browser.heading()]).toEqual([200, '/thankyou', 'Thank you'])
    const mail = await app.outbox.newest(operatorEmail)
    expect(mail.subject).toBe('Strongroom feedback: An idea')
    expect(mail.text).toContain(message)
    expect(mail.text).toContain(`Browser: ${userAgent}`)
    expect(mail.text).toContain('The sender left no address.')
    expect(mail.headers.get('reply-to')).toBeUndefined()
  })

  test('with an address says so, and the answer goes there', async () => {
    await write(stranger(app), 'Please answer me.', 'Ada@Example.com')
    const mail = await app.outbox.newest(operatorEmail)
    expect(mail.text).toContain('From ada@example.com, which no one has verified.')
    expect(mail.headers.get('reply-to')).toBe('ada@example.com')
  })

  test('goes to every operator who can sign in, and to no one else', async () => {
    const place = await startApp()
    await makeOperator(place)
    await makeUser(place, { email: 'second@example.org' })
    await makeUser(place, { email: 'third@example.org' })
    await makeUser(place, { email: 'plain@example.org' })
    const { kysely } = place.strongroom.services.database
    const raise = kysely.updateTable('user').set({ is_operator: 1 })
    await raise.where('email', 'in', ['second@example.org', 'third@example.org']).execute()
    await place.strongroom.services.accounts.administration.disable('third@example.org')
    const before = (await place.outbox.all()).length
    await write(stranger(place), 'To whom it may concern')
    const emails = (await place.outbox.all()).slice(before)
    expect(emails.map(({ to }) => to).toSorted()).toEqual([operatorEmail, 'second@example.org'])
  })

  test('of someone signed in proposes the own address', async () => {
    const browser = await makeUser(app, { email: 'una@example.org' })
    await browser.open('/c/feedback')
    expect(browser.page.valueOf('Email address')).toBe('una@example.org')
  })

  test('is not taken while no one runs the server', async () => {
    const empty = await startApp()
    const browser = await write(stranger(empty), 'Is anybody there?')
    expect([browser.status, browser.text()]).toEqual([
      503,
      expect.stringContaining('This server has no administrator yet'),
    ])
    expect(browser.page.valueOf('Message')).toBe('Is anybody there?')
  })
})

describe('what the text rules refuse comes back filled', () => {
  test.each([
    ['Buy at www.example.com', 'Email addresses and URLs are not allowed. Please modify your message'],
    ['Write to me@example.com', 'Email addresses and URLs are not allowed. Please modify your message'],
    ['<script>alert(1)</script>', 'This field must not contain these characters <> and HTML codes.'],
    [
      'Buy viagra now',
      'To prevent spam, email addresses, links and some words are not allowed in the message',
    ],
    ['', 'Enter your message.'],
    ['   \n ', 'Enter your message.'],
    ['x'.repeat(2001), 'Shorten this to 2000 characters or fewer.'],
    ['x'.repeat(30_000), 'Shorten this to 2000 characters or fewer.'],
  ])('%.30s', async (message, words) => {
    const before = (await app.outbox.all()).length
    const browser = await write(stranger(app), message, 'ada@example.com')
    expect([browser.status, browser.path]).toEqual([400, '/c/feedback'])
    expect(browser.text()).toContain(words)
    expect(browser.page.valueOf('Email address')).toBe('ada@example.com')
    expect(browser.page.isChosen('An idea')).toBe(true)
    if (message.trim()) expect(browser.page.valueOf('Message')).toBe(message)
    expect(await app.outbox.all()).toHaveLength(before)
  })

  test.each([
    'nobody',
    'ada@example.com\r\nBcc: everybody@example.com',
    'ada@example.com, bob@example.com',
    'ada@example.com\nSubject: Other',
    '"Bcc: x@example.com"@example.com',
  ])('the address %j', async (email) => {
    const before = (await app.outbox.all()).length
    const browser = await write(stranger(app), 'A fine product', email)
    expect([browser.status, browser.path]).toEqual([400, '/c/feedback'])
    expect(browser.page.valueOf('Message')).toBe('A fine product')
    expect(await app.outbox.all()).toHaveLength(before)
  })

  test('no header of the email is made of what was typed', async () => {
    const browser = await stranger(app).open('/c/feedback')
    browser.fill('Message', 'Words\r\nBcc: everybody at large\r\n\r\nMore words')
    await browser.press('Send feedback', (entries) =>
      entries.map((entry) => (entry.name === 'category' ? { ...entry, value: 'x\r\nBcc: all' } : entry)),
    )
    expect(browser.path).toBe('/thankyou')
    const mail = await app.outbox.newest(operatorEmail)
    expect(mail.subject).toBe('Strongroom feedback: Something else')
    expect([...mail.headers.keys()]).not.toContain('bcc')
    expect(mail.text).toContain('Bcc: everybody at large')
  })
})

describe('against misuse', () => {
  test('a network sends 5 an hour; what was typed after that is kept', async () => {
    const browser = stranger(app)
    for (let sent = 0; sent < 5; sent++)
      expect((await write(browser, `Message ${sent}`)).path).toBe('/thankyou')
    await write(browser, 'One more')
    expect([browser.status, browser.page.valueOf('Message')]).toEqual([429, 'One more'])
    app.clock.advance(hour)
    expect((await write(browser, 'An hour later')).path).toBe('/thankyou')
  })

  test('from everywhere together there are 100 a day', async () => {
    const place = await startApp()
    await makeOperator(place)
    const { feedback } = place.strongroom.services.accounts
    const give = (ip: string) =>
      feedback.give({ ip, userAgent: '' }, { category: 'other', message: 'Words', email: null })
    for (let sent = 0; sent < 100; sent++) await give(`203.0.113.${sent}`)
    await expect(give('203.0.113.200')).rejects.toMatchObject({ problem: 'tooManyAttempts' })
    place.clock.advance(day)
    await give('203.0.113.200')
    expect(await place.outbox.to(operatorEmail)).toHaveLength(101)
  })

  test('a form without the token of this browser comes back filled, and no email leaves', async () => {
    const before = (await app.outbox.all()).length
    const browser = await stranger(app).open('/c/feedback')
    browser.fill('Message', 'Words')
    await browser.press('Send feedback', (entries) => entries.filter(({ name }) => name !== 'token'))
    expect([browser.status, browser.page.valueOf('Message')]).toEqual([403, 'Words'])
    expect(await app.outbox.all()).toHaveLength(before)
  })
})
