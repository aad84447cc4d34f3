import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { startApp, type App } from '#tests/support/world/app.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { hour } from '#tests/support/world/clock.ts'
import { makeOperator, operatorEmail, signIn } from '#tests/support/world/make.ts'
import { traces } from '#tests/screens/sharing/form.ts'
import { framesOf, stream, text } from '#tests/support/browser/stream.ts'

const { app } = await makeWorld()

/** Strangers are counted by network, so that each test is one of its own. */
let networks = 0
const newNetwork = (): string => `192.0.2.${++networks}`
const stranger = (place: App = app, ip = newNetwork()): Browser => place.browser({ ip })

const MB = 1024 * 1024
const bytes = Buffer.from('A file of no kind at all'.repeat(1000))
const sha256 = createHash('sha256').update(bytes).digest('hex')
const sample = { name: 'sample.bin', bytes }

async function sendOne(browser: Browser): Promise<Browser> {
  await browser.open('/send')
  return browser.attach('File', sample).press('Send test file')
}

/** The whole form around a file of text, as it arrives. */
async function framed(browser: Browser, pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) {
  const { head, tail } = await framesOf(browser, { intent: 'sendTest' }, 'a.txt', '/send')
  return (async function* () {
    yield head
    yield* pieces
    yield tail
  })()
}

describe('a test file', () => {
  test.each(['modern', 'old'] as const)('is measured, and nothing of it stays (%s browser)', async (mode) => {
    const before = await traces(app)
    const browser = await sendOne(app.browser({ mode, ip: newNetwork() }))
    expect([browser.status, browser.path, browser.heading()]).toEqual([200, '/send', 'File received'])
    expect(browser.text()).toContain(`Received\n23.4 KB ${bytes.length} bytes\nSHA-256\n${sha256}\nTime\n`)
    expect(await traces(app)).toEqual(before)
    expect(browser.page.root.querySelectorAll('script')).toEqual([])
    await browser.open('/send')
    expect(browser.text()).not.toContain(sha256)
  })

  test('can be empty, and can have any name', async () => {
    const browser = await stranger().open('/send')
    await browser.attach('File', { name: 'con:<b>.exe', bytes: new Uint8Array() }).press('Send test file')
    expect(browser.text()).toContain('Received\n0 bytes 0 bytes\n')
  })

  test('that was not chosen is asked for', async () => {
    const browser = await stranger().open('/send')
    await browser.press('Send test file')
    expect([browser.status, browser.heading()]).toEqual([400, 'Send test'])
    expect(browser.text()).toContain('Error: Choose a file to send.')
  })

  test('over 100 MB is refused in words, and nothing of it stays', async () => {
    const before = await traces(app)
    const browser = stranger()
    const { response, page } = await stream(app, browser, await framed(browser, text(100 * MB + 1)), {
      address: '/send',
    })
    expect([response.status, page.text()]).toEqual([
      413,
      expect.stringContaining('This test takes files up to 100 MB.'),
    ])
    expect(await traces(app)).toEqual(before)
  })

  test('that breaks off is said to have stopped', async () => {
    const browser = stranger()
    async function* broken() {
      yield* text(MB)
      throw new Error('The line broke')
    }
    const { page } = await stream(app, browser, await framed(browser, broken()), { address: '/send' })
    expect(page.text()).toContain('The upload was interrupted and nothing was saved.')
    // Its place is free again.
    expect((await sendOne(browser)).heading()).toBe('File received')
  })
})

describe('against misuse', () => {
  test('a form without the token of this browser is not read', async () => {
    const browser = await stranger().open('/send')
    await browser
      .attach('File', sample)
      .press('Send test file', (entries) =>
        entries.map((entry) => (entry.name === 'token' ? { ...entry, value: 'AAAA' } : entry)),
      )
    expect([browser.status, browser.heading()]).toEqual([403, 'Send test'])
    expect(browser.text()).not.toContain(sha256)
  })

  test('a form from another site is refused', async () => {
    const browser = stranger()
    const { head, tail } = await framesOf(browser, { intent: 'sendTest' }, 'a.txt', '/send')
    const answer = await browser.fetch('/send', {
      method: 'POST',
      headers: {
        'content-type': 'multipart/form-data; boundary=----StrongroomStreamBoundary',
        origin: 'https://evil.example',
        'sec-fetch-site': 'cross-site',
      },
      body: new Uint8Array(Buffer.concat([head, Buffer.from('text'), tail])),
    })
    expect(answer.status).toBe(403)
  })

  test('a network sends 10 an hour, and another one is not held up by it', async () => {
    const browser = stranger()
    for (let sent = 0; sent < 10; sent++) expect((await sendOne(browser)).status).toBe(200)
    const refused = await sendOne(browser)
    expect([refused.status, refused.text()]).toEqual([429, expect.stringContaining('Too many attempts.')])
    expect((await sendOne(stranger())).status).toBe(200)
    app.clock.advance(hour)
    expect((await sendOne(browser)).status).toBe(200)
  })

  test('one file at a time comes from a network, and four from all of them', async () => {
    const policyFacts = Promise.withResolvers<void>()
    const networks = [newNetwork(), newNetwork(), newNetwork(), newNetwork()] as const
    const underWay = networks.map(async (ip) => {
      const browser = stranger(app, ip)
      const arrived = Promise.withResolvers<void>()
      async function* slow() {
        yield* text(4 * MB)
        arrived.resolve()
        await policyFacts.promise
      }
      const answer = stream(app, browser, await framed(browser, slow()), { address: '/send', ip })
      await arrived.promise
      return { answer }
    })
    const waiting = await Promise.all(underWay)
    // More than fits into what lies between: the server has begun with all four.
    expect((await sendOne(stranger(app, networks[0]))).text()).toContain('The server is busy right now.')
    expect((await sendOne(stranger())).text()).toContain('The server is busy right now.')
    policyFacts.resolve()
    for (const { answer } of waiting) expect((await answer).page.heading()).toBe('File received')
    expect((await sendOne(stranger())).heading()).toBe('File received')
  })

  test('where it is switched off for strangers, only who is signed in can send', async () => {
    const strict = await startApp({ config: { sendTest: false } })
    await makeOperator(strict)
    const browser = await stranger(strict).open('/send')
    expect(browser.text()).toContain('you need an account to send a test file')
    expect(browser.page.links('Sign in')).toEqual(['/access/login?to=%2Fsend'])
    const frames = await framesOf(browser, { intent: 'sendTest' }, 'a.txt', '/test')
    const pieces = [frames.head, Buffer.from('text'), frames.tail]
    expect((await stream(strict, browser, pieces, { address: '/send' })).response.status).toBe(401)
    const operator = await signIn(strict, operatorEmail)
    expect((await sendOne(operator)).heading()).toBe('File received')
  })
})
