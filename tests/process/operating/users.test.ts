import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Browser } from '#tests/support/browser/browser.ts'
import { Outbox } from '#tests/support/world/mail.ts'
import { password } from '#tests/support/world/make.ts'
import { ServerProcess } from '#tests/support/servers/server-process.ts'
import { command, commandJson, type Ended } from './command.ts'
import { patience } from '#tests/support/world/patience.ts'

// One server runs over the folder all the time; each test has people of its own.
let dataDir: string
let server: ServerProcess

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'strongroom-users-'))
  server = await ServerProcess.start(dataDir)
  await create('olivia', ['--operator'])
})
afterAll(async () => {
  await server.kill()
  await rm(dataDir, { recursive: true, force: true })
})

function address(name: string): string {
  return `${name}@example.org`
}

function run(args: string[], input?: string): Promise<Ended> {
  const env = { PUBLIC_URL: server.origin }
  return command(dataDir, args, { env, ...(input === undefined ? {} : { input }) })
}

/** An account with the password of all test people. */
function create(name: string, more: string[] = []): Promise<Ended> {
  const args = ['user', 'create', address(name), '--first', name, '--last', 'Test', '--password-stdin']
  return run([...args, ...more], `${password}\nnot the password\n`)
}

async function signIn(name: string, secret = password): Promise<Browser> {
  const browser = await server.browser().open('/access/login')
  return browser.send('signIn', { email: address(name), password: secret })
}

/** Shares a file with anyone who has the link; answers the address of the link. */
async function share(sender: Browser): Promise<string> {
  await sender.open('/share')
  const file = { name: 'plan.txt', type: 'text/plain', bytes: Buffer.from('the plan') }
  await sender.send('share', { visibility: 'public', file })
  expect(sender.path).toMatch(/^\/s\//)
  return `/file/${sender.path.slice('/s/'.length)}`
}

/** What a stranger with the link meets, once the file is prepared. */
async function statusFor(link: string, isReady: (browser: Browser) => boolean): Promise<Browser> {
  const stranger = server.browser()
  await vi.waitFor(async () => {
    await stranger.open(link)
    expect(isReady(stranger)).toBe(true)
  }, patience)
  return stranger
}

test('a person whose account was made with a password signs in', async () => {
  const { code, stdout } = await create('anna', ['--tier', 'team'])
  expect([code, stdout]).toEqual([0, 'Created the account anna@example.org (Team).\n'])
  expect((await signIn('anna')).path).toBe('/home')
})

test('a person whose account was made without one sets it up by the printed link, once', async () => {
  const { code, stdout } = await run([
    'user',
    'create',
    address('berta'),
    '--first',
    'Berta',
    '--last',
    'Baum',
  ])
  expect(code).toBe(0)
  const link = stdout.split('\n').find((line) => line.startsWith(`${server.origin}/access/setup/`))!
  const browser = await server.browser().open(link)
  await browser.send('setUp', { password })
  expect(browser.path).toBe('/home')
  expect((await signIn('berta')).path).toBe('/home')
  expect((await server.browser().open(link)).status).toBe(410)
})

test('with --send the link leaves by the email of the running server', async () => {
  const args = ['user', 'create', address('clara'), '--first', 'Clara', '--last', 'Cohn', '--send']
  const made = await run([...args, '--json'])
  const { link } = JSON.parse(made.stdout) as { link: { url: string } }
  const outbox = new Outbox(path.join(dataDir, 'outbox'))
  await vi.waitFor(
    async () => expect((await outbox.newest(address('clara'))).links).toEqual([link.url]),
    patience,
  )
})

test('what the screens refuse, and an address that is taken, end with 1', async () => {
  await create('dora')
  const taken = await create('dora')
  expect([taken.code, taken.stdout, taken.stderr]).toEqual([
    1,
    '',
    'dora@example.org already has an account.\n',
  ])
  const short = await run(
    ['user', 'create', address('short'), '--first', 'Sam', '--last', 'Tell', '--password-stdin', '--json'],
    'short\n',
  )
  expect([short.code, short.stderr]).toEqual([1, ''])
  expect(JSON.parse(short.stdout)).toEqual({ error: expect.stringContaining('12 characters') })
  const none = await run([
    'user',
    'create',
    address('none'),
    '--first',
    'S',
    '--last',
    'T',
    '--password-stdin',
  ])
  expect([none.code, none.stderr]).toEqual([2, 'Give the password as one line on standard input.\n'])
})

test('accounts are listed in columns, and with all but their secrets as JSON', async () => {
  await create('emma', ['--tier', 'free'])
  await run(['user', 'disable', address('emma')])
  const { stdout } = await run(['user', 'list', '--search', 'EMMA'])
  expect(stdout.split('\n').map((line) => line.split(/ {2,}/).slice(0, 4))).toEqual([
    ['ADDRESS', 'NAME', 'STATUS', 'PLAN'],
    ['emma@example.org', 'emma Test', 'Suspended', 'Free'],
    [''],
  ])
  const { data } = await commandJson<Record<string, unknown>[]>(dataDir, [
    'user',
    'list',
    '--status',
    'suspended',
  ])
  const emma = data.find(({ email }) => email === address('emma'))
  expect(emma).toMatchObject({ firstName: 'emma', tierCode: 0, isOperator: false, status: 'Suspended' })
  expect(Date.parse(String(emma!['createdAt']))).toBeGreaterThan(0)
  expect(JSON.stringify(data)).not.toMatch(/argon2|hash/i)
  expect((await run(['user', 'list', '--search', 'nobody at all'])).stdout).toBe('No accounts match.\n')
})

test('a plan is set, and an unknown account is an error', async () => {
  await create('frida')
  const { code, stdout } = await run(['user', 'tier', address('frida'), 'pro'])
  expect([code, stdout]).toEqual([0, 'frida@example.org has the plan Pro (before: Enterprise).\n'])
  const unknown = await run(['user', 'tier', address('nobody'), 'pro'])
  expect([unknown.code, unknown.stderr]).toEqual([1, 'No account has the address nobody@example.org.\n'])
})

test('a reset link leaves the person signed in until it is used, or signs out at once', async () => {
  await create('greta')
  const greta = await signIn('greta')
  const { stdout } = await run(['user', 'reset-password', address('greta')])
  expect((await greta.open('/home')).status).toBe(200)
  const link = stdout.split('\n').find((line) => line.startsWith(server.origin))!
  const browser = await server.browser().open(link)
  await browser.send('reset', { newPassword: 'another set of quiet words' })
  expect((await greta.open('/home')).status).toBe(401)
  const again = await signIn('greta', 'another set of quiet words')
  expect(again.path).toBe('/home')
  const ended = await run(['user', 'reset-password', address('greta'), '--end-sessions'])
  expect(ended.stdout).toContain('All browsers of greta@example.org are signed out.')
  expect((await again.open('/home')).status).toBe(401)
})

test('a person who has to choose a new password sees nothing else until it is done', async () => {
  await create('ida')
  const ida = await signIn('ida')
  const { code, stdout } = await run(['user', 'require-password-change', address('ida')])
  expect([code, stdout]).toEqual([0, 'ida@example.org has to choose a new password before anything else.\n'])
  expect((await ida.open('/share')).path).toBe('/access/changepassword?to=%2Fshare')
  const again = await run(['user', 'require-password-change', address('ida'), '--json'])
  expect(JSON.parse(again.stdout)).toEqual({ email: address('ida'), isChanged: false })
  const unset = await run(['user', 'create', address('jana'), '--first', 'Jana', '--last', 'Test'])
  expect(unset.code).toBe(0)
  const refused = await run(['user', 'require-password-change', address('jana')])
  expect([refused.code, refused.stderr]).toEqual([1, 'jana@example.org has no password to change.\n'])
})

test('a disabled account is out from its next request on, and its shares are closed until it is enabled', async () => {
  await create('hanna')
  const hanna = await signIn('hanna')
  const link = await share(hanna)
  await statusFor(link, (browser) => browser.status === 200 && browser.text().includes('plan.txt'))
  const { stdout: reset } = await run(['user', 'reset-password', address('hanna')])
  expect(await run(['user', 'disable', address('hanna')])).toMatchObject({
    code: 0,
    stdout: 'hanna@example.org is disabled.\n',
  })
  expect((await hanna.open('/home')).status).toBe(401)
  const refused = await signIn('hanna')
  expect(refused.status).toBe(403)
  expect(refused.text()).toContain('This account is suspended')
  const resetLink = reset.split('\n').find((line) => line.startsWith(server.origin))!
  expect((await server.browser().open(resetLink)).status).toBe(410)
  expect((await statusFor(link, ({ status }) => status === 410)).text()).toContain('Unshared')
  expect(await run(['user', 'disable', address('hanna')])).toMatchObject({
    code: 0,
    stdout: 'hanna@example.org was disabled already.\n',
  })
  expect((await run(['user', 'reset-password', address('hanna')])).code).toBe(1)
  expect(await run(['user', 'enable', address('hanna')])).toMatchObject({
    code: 0,
    stdout: 'hanna@example.org is enabled again.\n',
  })
  expect((await signIn('hanna')).path).toBe('/home')
  await statusFor(link, ({ status }) => status === 200)
})

test('the only operator cannot be disabled', async () => {
  const { code, stderr } = await run(['user', 'disable', address('olivia')])
  expect([code, stderr]).toEqual([
    1,
    'olivia@example.org is the only operator who can sign in. Create another operator first.\n',
  ])
  expect((await signIn('olivia')).path).toBe('/home')
})
