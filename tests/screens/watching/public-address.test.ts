import { request as startRequest } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { beforeEach, describe, expect, test } from 'vitest'
import { TrustedProxies } from '#server/proxies.ts'
import { startApp, type App } from '#tests/support/world/app.ts'
import { Browser } from '#tests/support/browser/browser.ts'
import '#tests/support/world/console.ts'
import { pdf } from '#tests/support/files/documents.ts'
import { password, recipientEmail } from '#tests/support/world/make.ts'
import { codeFor } from '#tests/support/world/people.ts'

const publicUrl = 'http://files.example.com'
const foreign = {
  host: 'evil.example',
  'x-forwarded-host': 'worse.example',
  'x-forwarded-proto': 'https',
  'x-forwarded-for': '203.0.113.9',
  'x-forwarded-port': '666',
  forwarded: 'for=203.0.113.9;host=worse.example;proto=https',
}

let app: App
let port: number
/** Every Location that an answer had. */
let locations: string[]

/** A browser whose every request goes over the network and names hosts that are not this server's. */
function misled(): Browser {
  // Cookies belong to the address that the person sees; an old browser says nothing of where a form comes from.
  return new Browser({ handle: send, now: app.clock.now }, { origin: publicUrl, mode: 'old' })
}

async function send(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const body = Buffer.from(await request.arrayBuffer())
  return new Promise((resolve, reject) => {
    const headers = { ...Object.fromEntries(request.headers), ...foreign, 'content-length': body.length }
    const options = {
      host: '127.0.0.1',
      port,
      path: pathname + search,
      method: request.method,
      headers,
      agent: false,
    }
    startRequest(options, (incoming) => {
      if (incoming.headers.location) locations.push(incoming.headers.location)
      const kept = new Headers()
      for (const [name, value] of Object.entries(incoming.headersDistinct))
        for (const one of value ?? []) kept.append(name, one)
      const isBare = [204, 304].includes(incoming.statusCode ?? 0)
      buffer(incoming).then(
        (bytes) =>
          resolve(
            new Response(isBare ? null : new Uint8Array(bytes), {
              status: incoming.statusCode ?? 0,
              headers: kept,
            }),
          ),
        reject,
      )
    })
      .on('error', reject)
      .end(body)
  })
}

async function activate(email: string): Promise<Browser> {
  const browser = misled()
  await browser.open('/access/register')
  await browser.send('register', { email, firstName: 'Given', lastName: 'Family', password })
  const link = await app.outbox.linkTo(email, '/activated/')
  await browser.open(link ?? '')
  await browser.send('activate')
  return browser
}

describe.each([
  ['from a client that nobody trusts', TrustedProxies.none],
  ['passed on by a trusted proxy', TrustedProxies.anyone],
])('foreign hosts in the headers, %s,', (_, trustedProxies) => {
  beforeEach(async () => {
    locations = []
    app = await startApp({ config: { publicUrl: new URL(publicUrl), trustedProxies } })
    port = Number(new URL((await app.strongroom.listen(0)).url).port)
  })

  test('are in no email and in no redirect', async () => {
    const operator = misled()
    await operator.open('/access/register')
    await operator.send('register', {
      email: 'olivia@example.org',
      firstName: 'Olivia',
      lastName: 'Ortega',
      password,
    })
    const sender = await activate('ulrich@example.org')
    await sender.open('/nothing')
    await misled().open('/s')
    const forgetful = await misled().open('/access/reset')
    await forgetful.send('request', { email: 'ulrich@example.org' })
    const reset = await app.outbox.linkTo('ulrich@example.org', '/access/reset?')
    await forgetful.open(reset ?? '')
    await forgetful.send('reset', { newPassword: 'nine loud bells under the bridge' })
    const again = await misled().open('/access/login?to=//worse.example/home')
    await again.send('signIn', { email: 'ulrich@example.org', password: 'nine loud bells under the bridge' })
    expect(again.path).toBe('/home')
    await again.open('/share')
    const file = { name: 'contract.pdf', type: 'application/pdf', bytes: pdf(['Page one']) }
    await again.send('share', { recipients: recipientEmail, file })
    expect(again.path).toMatch(/^\/s\/[0-9a-f]{32}/)
    expect(again.page.valueOf('Access link')).toContain(publicUrl)
    const invited = await app.outbox.linkTo(recipientEmail, '/file/')
    const reader = await misled().open(invited ?? '')
    await reader.send('ask')
    await reader.send('prove', { code: await codeFor(app, recipientEmail) })
    expect(reader.path).toMatch(/^\/view\//)

    const emails = await app.outbox.all()
    expect(emails.length).toBeGreaterThanOrEqual(5)
    for (const { text, html, links, headers } of emails) {
      expect(links.filter((one) => new URL(one).origin !== publicUrl)).toEqual([])
      expect(text + html + JSON.stringify([...headers])).not.toMatch(
        /evil\.example|worse\.example|203\.0\.113/,
      )
    }
    expect(locations.length).toBeGreaterThan(8)
    expect(locations.filter((one) => !/^\/(?!\/)/.test(one))).toEqual([])
    expect(locations.join(' ')).not.toMatch(/evil|worse/)
  })
})
