import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { request, type ClientRequest } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Browser } from '#tests/support/browser/browser.ts'
import { slowPdf } from '#tests/support/files/documents.ts'
import { Outbox } from '#tests/support/world/mail.ts'
import { password } from '#tests/support/world/make.ts'
import { ServerProcess } from '#tests/support/servers/server-process.ts'
import { patience } from '#tests/support/world/patience.ts'

let dataDir: string
let server: ServerProcess

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'strongroom-kill-'))
  server = await ServerProcess.start(dataDir)
})
afterEach(async () => {
  await server.kill()
  await rm(dataDir, { recursive: true, force: true })
})

/** The process dies and another one starts over what it left. */
async function restart(): Promise<void> {
  await server.kill()
  server = await ServerProcess.start(dataDir)
}

async function register(): Promise<Browser> {
  const browser = await server.browser().open('/access/register')
  const person = { email: 'olivia@example.org', firstName: 'Olivia', lastName: 'Ortega', password }
  await browser.send('register', person)
  expect([browser.status, browser.path]).toEqual([200, '/home'])
  return browser
}

async function signIn(): Promise<Browser> {
  const browser = await server.browser().open('/access/login')
  return browser.send('signIn', { email: 'olivia@example.org', password })
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(path.join(dataDir, folder), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
}

function rows(query: string): Record<string, unknown>[] {
  const database = new Sqlite(path.join(dataDir, 'strongroom.db'), { readonly: true })
  try {
    return database.prepare(query).all() as Record<string, unknown>[]
  } finally {
    database.close()
  }
}

/** Sends the beginning of a form with a file, and never its end. */
function beginUpload(browser: Browser, fileBytes: Buffer): ClientRequest {
  const entries = browser.page.submission(browser.page.form('share')).entries
  const boundary = 'half'
  const fields = entries
    .filter(({ value }) => typeof value === 'string')
    .map(
      ({ name, value }) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`,
    )
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="half.txt"\r\nContent-Type: text/plain\r\n\r\n`
  const upload = request(new URL('/share', server.origin), {
    method: 'POST',
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': 100 * 1024 * 1024,
      cookie: browser.cookies.header(browser.url)!,
      origin: server.origin,
    },
  })
  upload.on('error', () => undefined)
  upload.write(fields.join('') + head)
  upload.write(fileBytes)
  return upload
}

test('a second server over the same folder does not start, says why, and leaves the first alone', async () => {
  const olivia = await register()
  await expect(ServerProcess.start(dataDir)).rejects.toThrow(
    /did not start: .*strongroom\.db is in use by another running Strongroom\. Stop that one first\./,
  )
  expect([(await olivia.open('/home')).status, olivia.path]).toEqual([200, '/home'])
})

test('a server killed in the middle of an upload keeps nothing of it, and takes the next one', async () => {
  const olivia = await register()
  await olivia.open('/share')
  const upload = beginUpload(olivia, Buffer.alloc(8 * 1024 * 1024, 'half of a file\n'))
  const closed = new Promise((resolve) => upload.once('close', resolve))
  await vi.waitFor(async () => expect(await filesIn('objects')).toHaveLength(1), patience)
  await restart()
  await closed
  expect(await filesIn('objects')).toEqual([])
  expect(rows('select * from file')).toEqual([])
  expect(rows('select * from object')).toEqual([])
  const again = await (await signIn()).open('/share')
  const file = { name: 'whole.txt', type: 'text/plain', bytes: Buffer.from('a whole file') }
  await again.send('share', { recipients: 'rita@example.net', file })
  expect(again.path).toMatch(/^\/s\/[0-9a-f]{32}$/)
})

test('a server killed in the middle of rendering has the share, and renders it after the start', async () => {
  const olivia = await register()
  await olivia.open('/share')
  const file = { name: 'slow.pdf', type: 'application/pdf', bytes: slowPdf() }
  await olivia.send('share', { recipients: 'rita@example.net', file })
  const address = olivia.path
  await server.kill()
  expect(rows(`select kind, tries, leased_by is not null as leased from job where kind = 'render'`)).toEqual([
    { kind: 'render', tries: 1, leased: 1 },
  ])
  server = await ServerProcess.start(dataDir)
  const again = await signIn()
  await vi.waitFor(async () => {
    await again.open(address)
    expect(again.page.links('Preview as recipient')).toHaveLength(1)
  }, patience)
  // The hash is taken later, when the file has been in peace for a while; the email as soon as there are pages.
  const waiting = `select kind from job where kind <> 'object-hash'`
  await vi.waitFor(() => expect(rows(waiting)).toEqual([]), patience)
  // An email that was leaving may leave again, but as the same email.
  const emails = await new Outbox(path.join(dataDir, 'outbox')).to('rita@example.net')
  expect(new Set(emails.map(({ headers }) => headers.get('message-id'))).size).toBe(1)
})
