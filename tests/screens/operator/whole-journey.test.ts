import { afterAll, expect, test } from 'vitest'
import { readEmail } from '#tests/support/world/mail.ts'
import { SmtpCounterpart } from '#server/mail/smtp-counterpart.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { minute } from '#tests/support/world/clock.ts'
import { password } from '#tests/support/world/make.ts'
import { somebody, stranger } from '#tests/support/world/people.ts'
import { makeWorld } from '#tests/support/world/world.ts'

/** Whom the mail server refuses, and how; what is taken out of it is delivered. */
const refusals: Record<string, string> = {}
const mail = await SmtpCounterpart.start(refusals)
afterAll(() => mail.stop())
const { app } = await makeWorld({
  operator: false,
  config: { smtpUrl: `smtp://127.0.0.1:${mail.port}` },
})
const operator = app.browser(somebody())
const people: Record<string, Browser> = {}

/** The newest link of its kind that came to someone: emails of one moment arrive in any order. */
async function linkTo(email: string, part: string): Promise<string> {
  await app.settle()
  const links = mail.received
    .filter(({ to }) => to === email)
    .flatMap(({ data }) => readEmail(Buffer.from(data, 'latin1')).links)
  const { pathname, search } = new URL(links.findLast((link) => link.includes(part)) ?? '')
  return pathname + search
}

/** Goes there as a person does: by the menu, a tab, and what stands in the list. */
async function goTo(tab: string, ...more: (string | RegExp)[]): Promise<Browser> {
  await operator.open('/home')
  await operator.follow('Server')
  if (tab !== 'Overview') await operator.follow(tab)
  for (const link of more) await operator.follow(link)
  return operator
}

async function makeAccount(email: string, firstName: string): Promise<void> {
  await goTo('Accounts', 'Create account')
  await operator.fill('Email address', email).fill('First name', firstName).fill('Last name', 'North')
  await operator.press('Create account')
  expect(operator.text()).toContain('Account created.')
}

async function setUp(email: string): Promise<void> {
  const browser = (people[email] = await stranger(app).open(await linkTo(email, '/access/setup/')))
  await browser.send('setUp', { firstName: 'Nora', lastName: 'North', password })
  expect(browser.path).toBe('/home')
}

test('a fresh installation is claimed in a browser, and says how it is', async () => {
  await operator.open('/access/register')
  await operator
    .fill('Email address', 'olivia@example.org')
    .fill('First name', 'Olivia')
    .fill('Last name', 'Ortega')
  await operator.fill('Password', password).press('Create account')
  expect(operator.path).toBe('/home')
  await goTo('Overview')
  const parts = operator.page.root.querySelectorAll('tbody th').map(({ text }) => text)
  expect(parts).toEqual([
    'Database',
    'Files',
    'Disk space',
    'Jobs',
    'Email',
    'Office documents',
    'Video and audio',
    'Key',
    'Backup',
    'Integrity check',
  ])
  expect(operator.text()).toMatch(/Strongroom \d+\.\d+\.\d+ · running for/)
  expect(operator.text()).toContain(`Sent by 127.0.0.1:${mail.port}`)
  expect(operator.text()).toContain('secret.key in the data folder')
  await goTo('Configuration')
  expect(operator.text()).toMatch(/SMTP_URL[^]*127\.0\.0\.1/)
})

test('people get accounts by email; one is found, changed, disabled, and let in again', async () => {
  await makeAccount('nora@example.net', 'Nora')
  await setUp('nora@example.net')
  await goTo('Accounts')
  await operator.fill(/^Find by/, 'nora').press('Find')
  await operator.follow('Nora North')
  await operator.follow('Change plan')
  await operator.select('Plan', 'Lite').press('Continue')
  await operator.press('Change plan')
  expect(operator.text()).toContain('Plan changed to Lite.')
  await operator.follow('Disable')
  await operator.press('Disable')
  expect((await people['nora@example.net']!.open('/home')).status).toBe(401)
  await operator.follow('Enable')
  await operator.press('Enable')
  await operator.follow('Send link')
  await operator.press('Send link')
  const nora = await stranger(app).open(await linkTo('nora@example.net', '/access/reset'))
  await nora.fill('New password', `${password} again`).press('Change password')
  expect(nora.status).toBe(200)
})

test('an email that is refused is sent again, and one that waits is sent at once', async () => {
  Object.assign(refusals, { 'paul@example.net': '550 no such mailbox', 'quinn@example.net': '451 later' })
  const olivia = operator
  for (const email of ['paul@example.net', 'quinn@example.net']) {
    await olivia.open('/share')
    await olivia.send('share', {
      recipients: email,
      file: { name: 'a.txt', type: 'text/plain', bytes: Buffer.from('Hello') },
    })
  }
  await app.settle()
  await goTo('Email')
  expect(operator.text()).toMatch(/quinn@example\.net[^]*451[^]*Not delivered[^]*paul@example\.net[^]*550/)
  delete refusals['paul@example.net']
  delete refusals['quinn@example.net']
  await operator.follow('Send again')
  expect(operator.text()).toContain('paul@example.net')
  const twice = await operator.sendTwice('sendEmailAgain')
  expect(twice.map(({ status }) => status)).toEqual([303, 303])
  await goTo('Email')
  const rows = operator.page.root.querySelectorAll('tbody tr')
  const quinn = rows.find(({ text }) => text.includes('quinn@example.net'))!
  const runNow = quinn.querySelectorAll('a').find(({ text }) => text === 'Run now')!
  await operator.open(runNow.getAttribute('href')!)
  await operator.press('Run now')
  await app.settle()
  const sent = (email: string) => mail.received.filter(({ to }) => to === email).length
  expect([sent('paul@example.net'), sent('quinn@example.net')]).toEqual([1, 1])
  await goTo('Email')
  expect(operator.text()).toContain('Emails that couldn’t be delivered appear here')
  expect(operator.text()).toContain('Emails waiting for the mail server appear here')
})

test('what can’t be delivered is kept for a week, unless it has expired by then', async () => {
  Object.assign(refusals, { 'rosa@example.net': '550 no such mailbox' })
  await makeAccount('rosa@example.net', 'Rosa')
  await app.settle()
  await goTo('Email')
  expect(operator.text()).toContain('rosa@example.net')
  // Its link expires.
  expect(operator.page.links('Send again')).toEqual([])
  await operator.open('/share')
  const file = { name: 'b.txt', type: 'text/plain', bytes: Buffer.from('Hello') }
  await operator.send('share', { recipients: 'rosa@example.net', file })
  await app.settle()
  await goTo('Email')
  const [link] = operator.page.links('Send again')
  app.clock.advance(7 * 24 * 60 * minute + minute)
  await app.strongroom.services.sweep()
  await signInAgain()
  await operator.open(link!)
  expect(operator.text()).toContain('This no longer applies.')
})

test('a second administrator is made, who takes over; the first one is ordinary then', async () => {
  await goTo('Accounts')
  await operator.fill(/^Find by/, 'nora').press('Find')
  await operator.follow('Nora North')
  await operator.follow('Make administrator')
  await operator.press('Make administrator')
  expect(operator.text()).toContain('Administrator added.')
})

test('a team is seen, and everything stored is checked', async () => {
  await operator.open('/team/new')
  await operator.fill('Team name', 'Halden & Marsh').press('Create team')
  await goTo('Teams', 'Halden & Marsh')
  expect(operator.text()).toContain('olivia@example.org')
  await goTo('Storage')
  expect(operator.text()).toMatch(/olivia@example\.org[^]*free of|free of[^]*olivia@example\.org/)
  await goTo('Backups', 'Full check')
  await operator.press('Start check')
  await app.settle()
  await goTo('Backups')
  expect(operator.text()).toContain('Everything is intact.')
  await goTo('Overview')
  expect(operator.text()).toMatch(/Integrity check\s+OK/)
})

test('what kept people out is listed; and all of this is on record', async () => {
  await stranger(app).open('/operator')
  await goTo('Blocked')
  expect(operator.heading()).toBe('Blocked')
  await goTo('Audit')
  for (const command of [
    'user create nora@example.net',
    'user tier nora@example.net',
    'user disable nora@example.net',
    'user enable nora@example.net',
    'user reset-password nora@example.net',
    'mail send-again paul@example.net',
    'user operator on nora@example.net',
    'verify',
  ])
    expect(operator.text()).toContain(command)
  expect(operator.text()).toMatch(/job retry [0-9a-f]{32}/)
})

async function signInAgain(): Promise<void> {
  await operator.open('/access/login')
  await operator.send('signIn', { email: 'olivia@example.org', password })
}
