import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, onTestFinished, vi } from 'vitest'
import type { Browser } from '#tests/support/browser/browser.ts'
import { operatorEmail, password } from '#tests/support/world/make.ts'
import { ServerProcess } from '#tests/support/servers/server-process.ts'
import { patience } from '#tests/support/world/patience.ts'

/** A folder that goes with the test, with room for installations and backups side by side. */
export async function makePlace(): Promise<string> {
  const place = await mkdtemp(path.join(tmpdir(), 'strongroom-operating-'))
  onTestFinished(() => rm(place, { recursive: true, force: true }))
  return place
}

/** A server over a data folder; it ends with the test. */
export async function startServer(dataDir: string, env: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await ServerProcess.start(dataDir, { env })
  onTestFinished(() => server.kill())
  return server
}

/** The operator of a new installation, signed in. */
export async function register(server: ServerProcess): Promise<Browser> {
  const browser = await server.browser().open('/access/register')
  const person = { email: operatorEmail, firstName: 'Olivia', lastName: 'Ortega', password }
  await browser.send('register', person)
  expect([browser.status, browser.path]).toEqual([200, '/home'])
  return browser
}

export async function signIn(server: ServerProcess): Promise<Browser> {
  const browser = await server.browser().open('/access/login')
  await browser.send('signIn', { email: operatorEmail, password })
  expect([browser.status, browser.path]).toEqual([200, '/home'])
  return browser
}

/** Shares a text file that may be downloaded by anyone with the link, and answers the share's guid. */
export async function shareText(browser: Browser, text: string): Promise<string> {
  await browser.open('/share')
  const file = { name: 'note.txt', type: 'text/plain', bytes: Buffer.from(text) }
  await browser.send('share', {
    visibility: 'public',
    download: 'yes',
    watermark: 'off',
    recipients: '',
    file,
  })
  const [, guid] = /^\/s\/([0-9a-f]{32})$/.exec(browser.path) ?? []
  expect([browser.status, guid !== undefined]).toEqual([200, true])
  return guid!
}

/** What a visitor of a public share downloads. */
export async function download(server: ServerProcess, guid: string): Promise<string> {
  const visitor = await server.browser().open(`/file/${guid}`)
  // Its pages may still be made.
  await vi.waitFor(async () => (await visitor.reload()).page.form('open'), patience)
  await visitor.send('open')
  await visitor.open(`/view/${guid}/download`)
  expect(visitor.status).toBe(200)
  return Buffer.from(visitor.bytes).toString()
}

/** Asks or changes the SQLite file of an installation that no server holds. */
export function query(dataDir: string, sql: string): Record<string, unknown>[] {
  const database = new Sqlite(path.join(dataDir, 'strongroom.db'))
  try {
    if (/^select\b/.test(sql)) return database.prepare(sql).all() as Record<string, unknown>[]
    database.exec(sql)
    return []
  } finally {
    database.close()
  }
}

export function objectFile(dataDir: string, guid: string): string {
  return path.join(dataDir, 'objects', guid.slice(0, 2), guid.slice(2, 4), guid)
}

/** The names of all stored objects. */
export async function storedObjects(dataDir: string): Promise<string[]> {
  const entries = await readdir(path.join(dataDir, 'objects'), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && /^[0-9a-f]{32}$/.test(entry.name))
    .map(({ name }) => name)
    .sort()
}
