import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { problems } from '#server/rules/problems.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { CutProxy } from '#tests/support/servers/cut-proxy.ts'
import { makePostgresDatabase, postgresServer } from '#tests/support/world/postgres.ts'
import { encodeForm } from '#tests/support/browser/encode.ts'
import {
  makeOperator,
  makeShare,
  operatorEmail,
  password,
  recipientEmail,
} from '#tests/support/world/make.ts'
import type { Submission } from '#tests/support/browser/page.ts'
import { budget } from '#tests/support/world/budget.ts'
import { Dice } from './dice.ts'
import { expectText, OneServer } from './one-server.ts'
import { patience } from '#tests/support/world/patience.ts'

/** Milliseconds; longer than whoever waits for a connection (5 s) waits. */
const outage = budget({ some: 8_000, all: 20_000 })
const away = problems.databaseAway.text
const typed = { recipients: recipientEmail, message: 'Read this by Monday', download: 'yes', print: 'yes' }
const file = { name: 'notes.txt', type: 'text/plain', bytes: new Dice(3).text(50_000) }

type World = { way: CutProxy; server: OneServer; olivia: Browser; guid: string }

/** A server whose way to its database may be cut, with one person and one share that was read already. */
async function start(): Promise<World> {
  const { url, remove } = await makePostgresDatabase(postgresServer!)
  onTestFinished(remove)
  const { hostname, port } = new URL(url)
  const way = await CutProxy.start({ host: hostname, port: Number(port) })
  onTestFinished(() => way.close())
  const server = await OneServer.start({ DATABASE_URL: way.urlOf(url) }, { database: url })
  const olivia = await makeOperator(server)
  return { way, server, olivia, guid: await makeShare(server, olivia, { ...typed, file }) }
}

/** Another window of the same browser. */
function windowOf(server: OneServer, browser: Browser): Browser {
  return Object.assign(server.browser(), { cookies: browser.cookies })
}

/** The form of this intent with these values, ready to be sent at any time. */
async function filledForm(
  browser: Browser,
  address: string,
  intent: string,
  values: Record<string, string>,
): Promise<Submission> {
  await browser.open(address)
  const { entries, ...form } = browser.page.submission(browser.page.form(intent))
  const kept = entries.filter(({ name }) => !(name in values) && name !== 'file')
  return {
    ...form,
    action: address,
    entries: [...kept, ...Object.entries(values).map(([name, value]) => ({ name, value }))],
  }
}

/** That what was typed waits on this page to be sent again, but for the password. */
function expectKept(browser: Browser, values: Record<string, string>): void {
  const form = browser.page.root.querySelectorAll('form').at(-1)!
  const { entries } = browser.page.submission(form)
  const { password: secret, ...others } = values
  expect(Object.fromEntries(entries.map(({ name, value }) => [name, value]))).toMatchObject(others)
  if (secret) expect(Buffer.from(browser.bytes).toString()).not.toContain(secret)
}

async function storedFiles({ dataDir }: OneServer): Promise<string[]> {
  const entries = await readdir(path.join(dataDir, 'objects'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

test('while the database is gone everyone is told so, and all of it goes on when it is back', async () => {
  const { way, server, olivia, guid } = await start()
  const newcomer = { email: 'nora@example.org', firstName: 'Nora', lastName: 'New', password }
  const credentials = { email: operatorEmail, password }
  const sharing = windowOf(server, olivia)
  const shareForm = await filledForm(sharing, '/share', 'share', typed)
  const joining = server.browser()
  const joinForm = await filledForm(joining, '/access/register', 'register', newcomer)
  const entering = server.browser()
  const enterForm = await filledForm(entering, '/access/login', 'signIn', credentials)
  const rita = server.browser()
  const entryForm = await filledForm(rita, `/access/filelogin?share=${guid}`, 'ask', {
    email: recipientEmail,
  })
  // Acknowledged at the last moment: its email and its pages are still to come.
  await sharing.submit({ ...shareForm, entries: [...shareForm.entries, { name: 'file', value: file }] })
  const last = sharing.path
  expect(last).toMatch(/^\/s\/[0-9a-f]{32}$/)

  way.cut()
  const end = performance.now() + outage
  // A moment apart, as people are: tried without a pause, this alone kept both processors busy.
  const meanwhile = async (act: () => Promise<void>) => {
    for (; performance.now() < end; await setTimeout(100)) await act()
  }
  const reading = windowOf(server, olivia)
  await Promise.all([
    meanwhile(async () => {
      for (const address of ['/home', '/s', `/s/${guid}`, `/view/${guid}`]) {
        expectText(await reading.open(address), 503, away)
        expect(reading.page.links('Try again')).toEqual([address])
      }
      const image = await reading.fetch(`/view/${guid}/page/1`)
      expect([image.status, await image.text()]).toEqual([503, `${away}\n`])
      for (const address of ['/favicon.svg', '/health/live']) {
        expect((await reading.fetch(address)).status).toBe(200)
      }
      // A form that another site sends is not made to look like one of ours.
      const forged = await reading.fetch('/share', {
        method: 'POST',
        site: 'cross-site',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'intent=share&recipients=eve@example.com',
      })
      expect(forged.status).toBeGreaterThanOrEqual(400)
      expect(await forged.text()).not.toContain('name="token"')
    }),
    meanwhile(async () => {
      await sharing.submit({ ...shareForm, entries: [...shareForm.entries, { name: 'file', value: file }] })
      expectText(sharing, 503, away)
      expectKept(sharing, typed)
    }),
    meanwhile(async () => {
      expectText(await joining.submit(joinForm), 503, away)
      expectKept(joining, newcomer)
    }),
    meanwhile(async () => {
      expectText(await entering.submit(enterForm), 503, away)
      expectKept(entering, credentials)
    }),
    meanwhile(async () => {
      expectText(await rita.submit(entryForm), 503, away)
      expectKept(rita, { email: recipientEmail, share: guid })
    }),
  ])
  way.mend()

  expect([(await reading.open('/home')).status, reading.path]).toEqual([200, '/home'])
  // From the pages that they were left with, people go on.
  await sharing.press('Try again')
  expect([sharing.status, sharing.heading()]).toEqual([400, 'Share a file'])
  expect(sharing.text()).toContain('Choose a file to share.')
  expectKept(sharing, typed)
  await sharing.send('share', { file })
  expect(sharing.path).toMatch(/^\/s\/[0-9a-f]{32}$/)
  await entering.send('signIn', { password })
  expect(entering.path).toBe('/home')
  await joining.press('Try again')
  expect([joining.status, joining.heading()]).toEqual([400, 'Create an account'])
  await joining.send('register', { password })
  expect(joining.url.pathname).toBe('/access/validation')
  await rita.send('ask')
  // Whatever was waiting is done without anyone's help.
  await server.settle()
  for (const share of [`/s/${guid}`, last, sharing.path]) {
    expect((await olivia.open(share)).status).toBe(200)
    expect(olivia.page.links('Preview as recipient')).toHaveLength(1)
    expect(await emailsWith(server, share.replace('/s/', '/file/'))).toBe(1)
  }
  expect((await server.outbox.newest('nora@example.org')).links).toHaveLength(1)
  // Those about the shares, which are tried again, may come after the one with the code.
  const codes = (await server.outbox.to(recipientEmail)).flatMap(({ code }) => code ?? [])
  await rita.send('prove', { code: codes.at(-1)! })
  expect(rita.path).toBe(`/file/${guid}`)
})

async function emailsWith({ outbox }: OneServer, link: string): Promise<number> {
  const emails = await outbox.to(recipientEmail)
  return emails.filter(({ links }) => links.some((one) => one.includes(link))).length
}

test('an upload under way while the database goes is refused in words, and its bytes are gone at once', async () => {
  const { way, server, olivia } = await start()
  const before = await storedFiles(server)
  await olivia.open('/share')
  const { entries } = olivia.page.submission(olivia.page.form('share'))
  const large = { ...file, bytes: new Dice(4).text(2_000_000) }
  const filled = entries
    .filter(({ name }) => name !== 'file')
    .map((entry) => (entry.name === 'message' ? { ...entry, value: typed.message } : entry))
  const form = encodeForm([...filled, { name: 'file', value: large }], 'multipart/form-data')
  const { promise: isCut, resolve: onCut } = Promise.withResolvers<void>()
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(form.body.subarray(0, 1_500_000))
      await isCut
      controller.enqueue(form.body.subarray(1_500_000))
      controller.close()
    },
  })
  const answering = fetch(new URL('/share', server.process.origin), {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { 'content-type': form.contentType, cookie: olivia.cookies.header(olivia.url)! },
  } as RequestInit)
  await vi.waitFor(async () => expect(await storedFiles(server)).toHaveLength(before.length + 1), patience)
  way.cut()
  onCut()
  const answer = await answering
  expect(answer.status).toBe(503)
  const page = await answer.text()
  expect(page).toContain(away)
  expect(page).toContain(typed.message)
  expect(await storedFiles(server)).toEqual(before)
  way.mend()
  const again = await makeShare(server, olivia, { ...typed, file })
  expect((await olivia.fetch(`/view/${again}/page/1`)).status).toBe(200)
})

test('a database that takes requests and never answers keeps no one waiting for ever', async () => {
  const { way, server, olivia, guid } = await start()
  const windows = Array.from({ length: 15 }, () => windowOf(server, olivia))
  const sharing = windowOf(server, olivia)
  await sharing.open('/share')
  way.silence()
  await Promise.all([
    ...windows.map(async (one) => expectText(await one.open('/home'), 503, away)),
    sharing.send('share', { ...typed, file }),
  ])
  expectText(sharing, 503, away)
  expectKept(sharing, typed)
  // The connections that were open stay silent for ever: none of them is tried again.
  way.mend()
  for (const one of windows) expect((await one.open(`/s/${guid}`)).status).toBe(200)
  const again = await makeShare(server, olivia, { ...typed, file })
  expect(await emailsWith(server, `/file/${again}`)).toBe(1)
})
