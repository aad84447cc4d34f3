import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Browser } from '#tests/support/browser/browser.ts'
import { makePostgresDatabase, postgresServer } from '#tests/support/world/postgres.ts'
import { operatorEmail, password } from '#tests/support/world/make.ts'
import { ServerProcess } from '#tests/support/servers/server-process.ts'
import { command, commandJson } from './command.ts'

const [older, newer] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]

/** A data folder, which all processes share, and a database; both go with the test. */
async function makePlace(): Promise<{ dataDir: string; url: string }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'strongroom-rolling-'))
  const { url, remove } = await makePostgresDatabase(postgresServer!)
  onTestFinished(async () => {
    await remove()
    await rm(dataDir, { recursive: true, force: true })
  })
  return { dataDir, url }
}

async function start(dataDir: string, env: Record<string, string>): Promise<ServerProcess> {
  const server = await ServerProcess.start(dataDir, { env })
  onTestFinished(() => server.kill())
  return server
}

async function signIn(server: ServerProcess): Promise<Browser> {
  const browser = await server.browser().open('/access/login')
  return browser.send('signIn', { email: operatorEmail, password })
}

async function share(sender: Browser, text: string): Promise<Browser> {
  await sender.open('/share')
  const file = { name: `${text}.txt`, type: 'text/plain', bytes: Buffer.from(text) }
  return sender.send('share', { recipients: 'rita@example.net', file })
}

async function original(browser: Browser, address: string): Promise<string> {
  await browser.open(`${address.replace('/s/', '/view/')}/download`)
  return String(Buffer.from(browser.bytes))
}

test('the key is changed beside running servers, step by step, and a server that missed it stores nothing', async () => {
  const { dataDir, url } = await makePlace()
  const env = (keys: string) => ({ DATABASE_URL: url, SECRET_KEY: keys })
  const late = await start(dataDir, env(older))
  const olivia = await late.browser().open('/access/register')
  await olivia.send('register', { email: operatorEmail, firstName: 'Olivia', lastName: 'Ortega', password })
  const before = (await share(olivia, 'before')).path
  const server = await start(dataDir, env(`${newer},${older}`))
  const browser = await signIn(server)
  const between = (await share(browser, 'between')).path
  const rotated = await command(dataDir, ['key', 'rotate'], { env: env(`${newer},${older}`) })
  expect([rotated.code, rotated.stdout]).toEqual([0, expect.stringContaining('out of SECRET_KEY everywhere')])
  expect(await original(browser, before)).toBe('before')
  expect(await original(browser, between)).toBe('between')
  expect((await share(olivia, 'too late')).status).toBe(500)
  const after = await start(dataDir, env(newer))
  expect(await original(await signIn(after), before)).toBe('before')
  type Use = { keys: { objects: number }[]; unopened: string[] }
  const { data } = await commandJson<Use>(dataDir, ['key', 'check'], { env: env(newer) })
  expect([data.keys.length, data.unopened]).toEqual([1, []])
})

test('of two machines that each made a key over one database, the second one is refused', async () => {
  const { dataDir, url } = await makePlace()
  await start(dataDir, { DATABASE_URL: url })
  const elsewhere = await mkdtemp(path.join(tmpdir(), 'strongroom-rolling-'))
  onTestFinished(() => rm(elsewhere, { recursive: true, force: true }))
  await expect(ServerProcess.start(elsewhere, { env: { DATABASE_URL: url } })).rejects.toThrow(
    /secret\.key is missing|belongs to another key/,
  )
  const env = { DATABASE_URL: url, SECRET_KEY: newer }
  await expect(ServerProcess.start(elsewhere, { env })).rejects.toThrow('belongs to another key')
  const { code, stderr } = await command(elsewhere, ['user', 'list'], { env })
  expect([code, stderr]).toEqual([3, expect.stringContaining('belongs to another key')])
})

test('accounts are looked after over PostgreSQL too, and the last operator stays', async () => {
  const { dataDir, url } = await makePlace()
  const env = { DATABASE_URL: url }
  await start(dataDir, env)
  const create = ['user', 'create', operatorEmail, '--first', 'Olivia', '--last', 'Ortega', '--operator']
  expect((await command(dataDir, create, { env })).code).toBe(0)
  expect((await command(dataDir, create, { env })).code).toBe(1)
  const other = ['user', 'create', 'oscar@example.org', '--first', 'Oscar', '--last', 'Ost', '--operator']
  await command(dataDir, other, { env })
  const disabled = await Promise.all(
    [operatorEmail, 'oscar@example.org'].map((email) =>
      command(dataDir, ['user', 'disable', email], { env }),
    ),
  )
  expect(disabled.map(({ code }) => code).toSorted()).toEqual([0, 1])
  const { data } = await commandJson<unknown[]>(dataDir, ['user', 'list', '--status', 'active'], { env })
  expect(data).toHaveLength(1)
})
