import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Browser } from '#tests/support/browser/browser.ts'
import { everySecond } from '#tests/support/world/budget.ts'
import { operatorEmail, password } from '#tests/support/world/make.ts'
import { ServerProcess } from '#tests/support/servers/server-process.ts'
import { command, commandJson, startCommand } from './command.ts'
import { patience } from '#tests/support/world/patience.ts'

type Use = {
  keys: { fingerprint: string; objects: number; secrets: number; isFirst: boolean }[]
  unopened: string[]
}

const secondFactor = '/setting?tabActive=twofactor'

let dataDir: string
let server: ServerProcess | null
let offered: string

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'strongroom-rotate-'))
  server = null
})

afterEach(async () => {
  await server?.kill()
  await rm(dataDir, { recursive: true, force: true })
})

/** The key that the page shows for who cannot scan it. */
function keyOn(browser: Browser): string {
  return /\b(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}\b/.exec(browser.text())![0]
}

async function stop(): Promise<void> {
  await server?.kill()
  server = null
}

async function keysInFile(): Promise<string[]> {
  return (await readFile(path.join(dataDir, 'secret.key'), 'utf8')).trim().split('\n')
}

/** A server with one shared text file, and a two-factor key that waits for its first code. Answers the share's address. */
async function startWithShare(env: Record<string, string> = {}): Promise<string> {
  server = await ServerProcess.start(dataDir, { env })
  const olivia = await server.browser().open('/access/register')
  const person = { email: operatorEmail, firstName: 'Olivia', lastName: 'Ortega', password }
  await olivia.send('register', person)
  await olivia.open(secondFactor)
  await olivia.send('beginSecondFactor')
  offered = keyOn(olivia)
  await olivia.open('/share')
  const file = { name: 'deed.txt', type: 'text/plain', bytes: Buffer.from('what the deed says') }
  await olivia.send('share', { recipients: 'rita@example.net', file })
  const address = olivia.path
  await vi.waitFor(async () => {
    await olivia.open(address)
    expect(olivia.page.links('Preview as recipient')).toHaveLength(1)
  }, patience)
  return address
}

/** Starts the server, lets the sender take the original back, and looks at the two-factor key. */
async function expectReadable(address: string, env: Record<string, string> = {}): Promise<void> {
  server = await ServerProcess.start(dataDir, { env })
  const olivia = await server.browser().open('/access/login')
  await olivia.send('signIn', { email: operatorEmail, password })
  await olivia.open(address.replace('/s/', '/view/') + '/download')
  expect([olivia.status, String(Buffer.from(olivia.bytes))]).toEqual([200, 'what the deed says'])
  await olivia.open(secondFactor)
  expect(keyOn(olivia)).toBe(offered)
  await stop()
}

test('a key is changed while the server is stopped, and everything stays readable', async () => {
  const address = await startWithShare()
  const before = await commandJson<Use>(dataDir, ['key', 'check'])
  expect(before).toMatchObject({ code: 0, data: { unopened: [], keys: [{ isFirst: true, secrets: 2 }] } })
  const held = await command(dataDir, ['key', 'rotate'])
  expect(held.code).toBe(3)
  expect(held.stderr).toContain('in use by another running Strongroom')
  await stop()
  const [old] = await keysInFile()
  const { code, stdout, stderr } = await command(dataDir, ['key', 'rotate'])
  expect([code, stderr.split('\n')[0]]).toEqual([0, 'key made'])
  expect(stdout).toContain('now contains only the new key')
  const keys = await keysInFile()
  expect(keys).toHaveLength(1)
  expect(keys[0]).not.toBe(old)
  expect(stdout + stderr).not.toContain(keys[0])
  const after = await commandJson<Use>(dataDir, ['key', 'check'])
  expect(after.data.keys).toEqual([{ ...before.data.keys[0], fingerprint: after.data.keys[0]!.fingerprint }])
  expect(after.data.keys[0]!.fingerprint).not.toBe(before.data.keys[0]!.fingerprint)
  await expectReadable(address)
  const refused = await command(dataDir, ['key', 'check'], { env: { SECRET_KEY: old! } })
  expect(refused.code).toBe(3)
  expect(refused.stderr).toContain('This database belongs to another key')
})

test('killed at whatever it says, the change is finished by the next run, and the server starts between', async () => {
  const address = await startWithShare()
  await stop()
  const whole = `${dataDir}-whole`
  await cp(dataDir, whole, { recursive: true })
  const steps = ['key made', 'database claimed', 'batch rewrapped', 'old key removed']
  for (const step of everySecond(steps, 0)) {
    await rm(dataDir, { recursive: true })
    await cp(whole, dataDir, { recursive: true })
    const child = startCommand(dataDir, ['key', 'rotate'])
    const exited = once(child, 'exit')
    for await (const line of createInterface(child.stderr)) {
      if (line.startsWith(step)) child.kill('SIGKILL')
    }
    await exited
    const [key, ...older] = await keysInFile()
    await expectReadable(address)
    if (older.length > 0) {
      expect((await command(dataDir, ['key', 'rotate'])).code).toBe(0)
      expect(await keysInFile()).toEqual([key])
      await expectReadable(address)
    }
  }
  await rm(whole, { recursive: true })
})

test("the operator's own keys: the change goes to the first, and nothing is made", async () => {
  const [older, newer] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]
  const address = await startWithShare({ SECRET_KEY: older })
  await stop()
  const alone = await command(dataDir, ['key', 'rotate'], { env: { SECRET_KEY: older } })
  expect([alone.code, alone.stdout]).toEqual([2, ''])
  expect(alone.stderr).toContain('set SECRET_KEY=new,old')
  const both = { SECRET_KEY: `${newer},${older}` }
  const { code, stdout } = await command(dataDir, ['key', 'rotate'], { env: both })
  expect(code).toBe(0)
  expect(stdout).toContain('out of SECRET_KEY everywhere')
  await expectReadable(address, both)
  await expectReadable(address, { SECRET_KEY: newer })
  const refused = ServerProcess.start(dataDir, { env: { SECRET_KEY: older } })
  await expect(refused).rejects.toThrow('This database belongs to another key')
})

test('sessions and open forms outlive a new key while the old one is there, and end with it', async () => {
  const [older, newer] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]
  await startWithShare({ SECRET_KEY: older })
  const { port } = server!
  const olivia = await server!.browser().open('/access/login')
  await olivia.send('signIn', { email: operatorEmail, password })
  await olivia.open('/share')
  await stop()
  server = await ServerProcess.start(dataDir, { port, env: { SECRET_KEY: `${newer},${older}` } })
  const file = { name: 'second.txt', type: 'text/plain', bytes: Buffer.from('second') }
  await olivia.send('share', { recipients: 'rita@example.net', file })
  expect(olivia.path).toMatch(/^\/s\//)
  await stop()
  const both = { SECRET_KEY: `${newer},${older}` }
  expect((await command(dataDir, ['key', 'rotate'], { env: both })).code).toBe(0)
  server = await ServerProcess.start(dataDir, { port, env: { SECRET_KEY: newer } })
  expect((await olivia.open('/home')).path).toMatch(/^\/access\/login/)
})

test('over PostgreSQL a key file is changed only when the servers are said to be stopped', async () => {
  const env = { DATABASE_URL: 'postgres://127.0.0.1:1/nothing' }
  const { code, stderr } = await command(dataDir, ['key', 'rotate'], { env })
  expect(code).toBe(2)
  expect(stderr).toContain('--stopped')
  expect((await command(dataDir, ['key', 'rotate', '--stopped'], { env })).code).toBe(3)
})

test('a key file that others can read is refused by commands and by the server', async () => {
  await startWithShare()
  await stop()
  await chmod(path.join(dataDir, 'secret.key'), 0o644)
  const { code, stderr } = await command(dataDir, ['user', 'list'])
  expect(code).toBe(3)
  expect(stderr).toContain(`Run: chmod 600 ${path.join(dataDir, 'secret.key')}`)
  await expect(ServerProcess.start(dataDir)).rejects.toThrow('Run: chmod 600')
})
