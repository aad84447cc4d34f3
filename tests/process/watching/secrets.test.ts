import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { SmtpCounterpart } from '#server/mail/smtp-counterpart.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { pdf } from '#tests/support/files/documents.ts'
import { readEmail, type ReceivedEmail } from '#tests/support/world/mail.ts'
import { ServerProcess } from '#tests/support/servers/server-process.ts'
import { otherCode } from '#tests/support/world/people.ts'
import { openWhenRendered } from './rendered.ts'
import { patience } from '#tests/support/world/patience.ts'

const operator = 'olivia.operator@example.org'
const sender = 'ulrich.unger@example.org'
const reader = 'rita.reader@example.net'
const unknownToMail = 'nobody.here@refused.example'
const awayForNow = 'later.please@busy.example'
const people = [operator, sender, reader, unknownToMail, awayForNow]
const metricsToken = 'metrics-token-0123456789'
const secretKey = '5ec2e7'.repeat(10) + 'abcd'
const [first, second, wrong] = [
  'seven quiet lamps over the harbour',
  'nine loud bells under the bridge',
  'not the password of anyone here',
]
const message = 'The number of the vault is engraved on the third key.'
const fileName = 'confidential-merger-plan.pdf'

let dataDir: string
let mail: SmtpCounterpart
let server: ServerProcess
/** Everything that the process wrote. */
let written: string
const browsers: Browser[] = []
/** What must be in no line, by what it is. */
const secrets = new Map<string, string>()

/** Everything a person and an operator do, with what goes wrong on the way, at a server that logs all it can. */
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'strongroom-test-'))
  mail = await SmtpCounterpart.start({
    [unknownToMail]: `550 5.1.1 <${unknownToMail}>: no such user; ask ${operator}`,
    [awayForNow]: `451 4.7.1 <${awayForNow}>: come back later`,
  })
  const env = {
    LOG_LEVEL: 'trace',
    METRICS_TOKEN: metricsToken,
    SECRET_KEY: secretKey,
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
  }
  server = await ServerProcess.start(dataDir, { env })
  const owner = await registerAndReset()
  await shareAndRead(owner)
  await failToSend(owner)
  await watch()
  await breakPages(owner)
  await server.kill('SIGTERM')
  written = server.log.join('\n')
  for (const [index, one] of browsers.entries())
    for (const [at, value] of cookiesOf(one).entries()) secrets.set(`cookie ${at} of browser ${index}`, value)
})

afterAll(async () => {
  await server.kill()
  await mail.stop()
  await rm(dataDir, { recursive: true, force: true })
})

function browser(): Browser {
  const made = server.browser()
  browsers.push(made)
  return made
}

/** What the cookies hold, as they are sent and as the server reads them. */
function cookiesOf(from: Browser): string[] {
  const values = (from.cookies.header(from.url) ?? '').split('; ').map((pair) => pair.split('=')[1] ?? '')
  return values.filter(Boolean).flatMap((value) => {
    const sent = decodeURIComponent(value).split('.')[0]!
    return [sent, Buffer.from(sent, 'base64').toString().replaceAll('"', '')]
  })
}

/** The newest email to someone that is the wanted one, as soon as it is there. */
async function emailTo(
  address: string,
  isWanted: (letter: ReceivedEmail) => boolean,
): Promise<ReceivedEmail> {
  return vi.waitFor(() => {
    const emails = mail.received.filter(({ to }) => to === address)
    const found = emails.map(({ data }) => readEmail(Buffer.from(data, 'latin1'))).findLast(isWanted)
    if (!found) throw new Error(`The letter to ${address} is not there`)
    return found
  }, patience)
}

function brings(part: string): (letter: ReceivedEmail) => boolean {
  return ({ links }) => links.some((one) => one.includes(part))
}

function link({ links }: ReceivedEmail, part: string): string {
  const found = links.find((one) => one.includes(part)) ?? ''
  secrets.set(`link ${part}`, new URL(found).searchParams.get('token') ?? found.split('/').at(-1)!)
  return found
}

async function register(at: Browser, email: string): Promise<void> {
  await at.open('/access/register')
  await at.send('register', { email, firstName: 'Given', lastName: 'Family', password: first! })
}

async function registerAndReset(): Promise<Browser> {
  await register(browser(), operator)
  const visitor = browser()
  await register(visitor, sender)
  await visitor.open(link(await emailTo(sender, brings('/access/activated/')), '/access/activated/'))
  await visitor.send('activate')
  const other = await browser().open('/access/login')
  await other.send('signIn', { email: sender, password: wrong! })
  expect(other.status).toBe(400)
  await other.open('/access/reset')
  await other.send('request', { email: sender })
  await other.open(link(await emailTo(sender, brings('/access/reset?')), '/access/reset?'))
  await other.send('reset', { newPassword: second! })
  await other.open('/access/login')
  await other.send('signIn', { email: sender, password: second! })
  expect(other.path).toBe('/home')
  secrets.set(
    'form token',
    String(
      other.page.submission(other.page.form('signOut')).entries.find(({ name }) => name === 'token')?.value,
    ),
  )
  return other
}

async function share(owner: Browser, fields: Record<string, string>): Promise<string> {
  await owner.open('/share')
  const file = { name: fileName, type: 'application/pdf', bytes: pdf(['Page one']) }
  await owner.send('share', { message, ...fields, file })
  expect(owner.path).toMatch(/^\/s\/[0-9a-f]{32}/)
  return owner.url.pathname.slice('/s/'.length)
}

async function shareAndRead(owner: Browser): Promise<void> {
  const guid = await share(owner, { recipients: reader, download: 'yes' })
  const open = await share(owner, { recipients: '', visibility: 'public' })
  secrets.set('guid of a share', guid).set('guid of a public link', open)
  await emailTo(reader, brings(guid))
  const recipient = await browser().open(`/file/${guid}`)
  await recipient.send('ask', { email: reader })
  const { code } = await emailTo(reader, (letter) => letter.code !== null)
  secrets.set('code', code!).set('wrong code', otherCode(code!))
  await recipient.send('prove', { code: otherCode(code!) })
  await recipient.send('prove', { code: code! })
  await openWhenRendered(recipient, `/file/${guid}`)
  expect((await recipient.fetch(`/view/${guid}/page/1?width=1200`)).status).toBe(200)
  const copy = await recipient.fetch(`/view/${guid}/download`)
  await copy.arrayBuffer()
  expect(copy.status).toBe(200)
  await recipient.open(`/file/${guid}/${encodeURIComponent(reader)}`)
  await openWhenRendered(browser(), `/file/${open}`)
}

/** One email refused permanently, one for now. */
async function failToSend(owner: Browser): Promise<void> {
  await share(owner, { recipients: `${unknownToMail}, ${awayForNow}` })
  await vi.waitFor(
    () => expect(server.logged({ msg: 'An email was not delivered' })).toHaveLength(1),
    patience,
  )
  await vi.waitFor(
    () => expect(server.logged({ msg: 'A job failed and will be tried again' })).toHaveLength(1),
    patience,
  )
}

async function watch(): Promise<void> {
  const stranger = browser()
  for (const authorization of [`Bearer ${metricsToken}`, `Bearer ${metricsToken}x`])
    await stranger.fetch('/metrics', { headers: { authorization } })
}

/** A database that lost a table fails each page that asks for it. */
async function breakPages(owner: Browser): Promise<void> {
  const database = new Sqlite(path.join(dataDir, 'strongroom.db'))
  database.exec('alter table share rename to gone')
  database.close()
  await owner.open(`/s/${secrets.get('guid of a share')}?q=${encodeURIComponent(reader)}`)
  expect(owner.status).toBe(500)
  await owner.fetch(`/file/${secrets.get('guid of a public link')}`)
}

describe('whatever happens, the log never says', () => {
  test.each(people)('the address %s', (address) => {
    expect(written).not.toContain(address)
    expect(written).not.toContain(encodeURIComponent(address))
    expect(written).not.toContain(address.split('@')[0])
  })

  test('a password, right, new or wrong, the words of a message, the name of a file', () => {
    for (const text of [first!, second!, wrong!, message, fileName]) {
      expect(written).not.toContain(text)
      expect(written).not.toContain(encodeURIComponent(text))
    }
  })

  test('the key of the installation, the token of the metrics', () => {
    expect(written.toLowerCase()).not.toContain(secretKey)
    expect(written).not.toContain(metricsToken)
  })

  test('what opens something: links, codes, cookies, form tokens, guids of shares', () => {
    const found = [...secrets].filter(([, secret]) => {
      expect(secret.length).toBeGreaterThanOrEqual(6)
      // Whole, so that no longer number or id that holds a code's six digits is taken for it.
      const whole = [secret, encodeURIComponent(secret)].map((text) => text.replace(/\W/g, '\\$&'))
      return new RegExp(`(?<![0-9a-z])(${whole.join('|')})(?![0-9a-z])`, 'i').test(written)
    })
    expect(secrets.size).toBeGreaterThan(20)
    expect(found.map(([what]) => what)).toEqual([])
  })
})

test('each request left a line, with the name of its address and no more', () => {
  const routes = new Set(server.logged({ msg: 'answered' }).map(({ route }) => route))
  for (const name of [
    'access.register',
    'access.activated',
    'access.login',
    'access.reset',
    'shares.new',
    'access.fileLogin',
    'reading.entry',
    'reading.view',
    'reading.pageImage',
    'reading.download',
    'operator.metrics',
  ])
    expect([...routes]).toContain(name)
  for (const { request, milliseconds, bytes, status, network } of server.logged({ msg: 'answered' })) {
    expect(request).toMatch(/^[0-9a-f]{32}$/)
    expect([typeof milliseconds, typeof bytes, typeof status, network]).toEqual([
      'number',
      'number',
      'number',
      '127.0.0.1',
    ])
  }
})

test('an unexpected failure leaves its stack under the id of its request', () => {
  const failed = server.logged({ msg: 'unexpected error', route: 'shares.details' })
  expect(failed).toHaveLength(1)
  const { request, err } = failed[0] as { request: string; err: { message: string; stack: string } }
  expect(err.message).toContain('no such table')
  expect(err.stack).toMatch(/\n\s+at /)
  expect(server.logged({ msg: 'answered', request })).toMatchObject([
    { route: 'shares.details', status: 500 },
  ])
})

test('what a job says carries the id of the job, not of the request that made it', () => {
  const [line] = server.logged({ msg: 'An email was not delivered' })
  expect(line).toMatchObject({ job: expect.stringMatching(/^[0-9a-f]{32}$/) })
  expect(line).not.toHaveProperty('request')
})

test('the process wrote nothing but lines of its log', () => {
  const others = written
    .split('\n')
    .filter((line) => line !== '' && !/^\{"level":"\w+","time":"[^"]+",.*\}$/.test(line))
  expect(others).toEqual([])
})
