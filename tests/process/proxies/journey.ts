import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { TusClient } from '#tests/support/browser/tus.ts'
import { password } from '#tests/support/world/make.ts'
import { hashOf, LargeFile, shareLarge } from './large-file.ts'
import { Proxied } from './proxied.ts'
import { absentText, Proxy, type ProxyKind } from './proxy.ts'
import { rawRequest } from './raw-request.ts'
import { patience } from '#tests/support/world/patience.ts'

const megabyte = 1024 * 1024
/** What a stranger writes who wants to be someone else, and somewhere else. */
const lies = {
  'x-forwarded-for': '203.0.113.9',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'http',
  'x-real-ip': '203.0.113.9',
  forwarded: 'for=203.0.113.9;host=evil.example;proto=http',
}

/** What holds behind every proxy that the guide for operators shows. */
export function describeProxy(kind: ProxyKind, program: string, options: { largeBytes: number }): void {
  describe(`behind ${kind}`, () => {
    let proxied: Proxied
    beforeAll(async () => {
      proxied = await Proxied.start(kind, program)
      await proxied.register()
    })
    afterAll(() => proxied?.stop())

    test('signing in works, with a cookie for this host, over https and for the server only', async () => {
      const olivia = await proxied.signIn()
      expect([olivia.status, olivia.path]).toEqual([200, '/home'])
      const session = proxied.proxy.setCookies.findLast((line) => line.includes('session='))!
      expect(session).toMatch(/^__Host-session=/)
      expect(session.split('; ')).toEqual(
        expect.arrayContaining(['Secure', 'HttpOnly', 'Path=/', 'SameSite=Lax']),
      )
      expect(session).not.toMatch(/domain/i)
    })

    test('a large file by the form arrives whole, and is never kept on the way', async () => {
      const olivia = await proxied.signIn()
      const file = new LargeFile(options.largeBytes)
      const kept = new Set<string>()
      const look = () => proxied.proxy.kept().forEach((name) => kept.add(name))
      const answer = await shareLarge(olivia, file, look)
      expect([answer.status, answer.location]).toEqual([303, expect.stringMatching(/^\/s\/[0-9a-f]{32}$/)])
      const address = `/view/${answer.location.slice('/s/'.length)}/download`
      const copy = await olivia.fetch(address)
      expect([copy.status, copy.headers.get('content-length')]).toEqual([200, String(file.size)])
      expect(await hashOf(copy)).toBe(file.hash())
      look()
      expect([...kept]).toEqual([])

      const first = file.size - 3 * megabyte + 1000
      const part = await olivia.fetch(address, { headers: { range: `bytes=${first}-${first + 99}` } })
      expect(part.status).toBe(206)
      expect(part.headers.get('content-range')).toBe(`bytes ${first}-${first + 99}/${file.size}`)
      expect(Buffer.from(await part.arrayBuffer())).toEqual(file.slice(first, first + 100))
      const beyond = await olivia.fetch(address, { headers: { range: `bytes=${file.size}-` } })
      expect(beyond.status).toBe(416)
    })

    test('a resumable upload arrives part by part, each with its sum, and is never kept on the way', async () => {
      const client = await new TusClient(await proxied.signIn()).begin()
      const bytes = randomBytes(11 * megabyte + 17)
      const { location } = await client.create({ name: 'parts.bin', size: bytes.length })
      const kept = new Set<string>()
      for (let at = 0; at < bytes.length; at += 5 * megabyte) {
        const part = bytes.subarray(at, at + 5 * megabyte)
        const sum = createHash('sha256').update(part).digest('base64')
        const sent = client.patch(location, at, part, { 'upload-checksum': `sha256 ${sum}` })
        proxied.proxy.kept().forEach((name) => kept.add(name))
        const { status, headers } = await sent
        expect([status, headers.get('upload-offset')]).toEqual([204, String(at + part.length)])
      }
      proxied.proxy.kept().forEach((name) => kept.add(name))
      expect([...kept]).toEqual([])
      expect(await client.offset(location)).toBe(bytes.length)
      expect((await client.send('DELETE', location)).status).toBe(204)
      expect(await client.offset(location)).toBe(null)
    })

    test('who cannot share is told so before the file is through', async () => {
      const stranger = proxied.proxy.browser()
      const file = new LargeFile(200 * megabyte)
      let sent = 0
      const answer = await shareLarge(stranger, file, (bytes) => (sent = bytes))
      expect(answer.status).toBe(401)
      expect(sent).toBeLessThan(file.size)
    })

    test('a made-up Host and made-up forwarding headers lead no one away', async () => {
      const { origin } = proxied.proxy
      const moved = await rawRequest(origin, '/home', { ...lies, host: 'evil.example' })
      expect(moved.headers.location ?? '').not.toContain('evil')
      const answer = await rawRequest(origin, '/home', lies)
      expect(answer.status).toBe(302)
      expect(new URL(answer.headers.location!, origin).origin).toBe(origin)
      const browser = await proxied.proxy.browser(lies).open('/access/reset')
      await browser.send('request', { email: 'olivia@example.org' })
      expect(browser.status).toBe(200)
      const mail = await vi.waitFor(() => proxied.outbox.newest('olivia@example.org'), patience)
      expect(mail.links.length).toBeGreaterThan(0)
      expect(mail.links.filter((link) => new URL(link).origin !== origin)).toEqual([])
    })

    test('the address that a sender sees is the one that the proxy saw', async () => {
      const olivia = await proxied.signIn()
      const file = { name: 'note.txt', type: 'text/plain', bytes: Buffer.from('a note') }
      await (await olivia.open('/share')).send('share', { visibility: 'public', file })
      const visitor = proxied.proxy.browser(lies)
      const address = olivia.path.replace('/s/', '/file/')
      await vi.waitFor(async () => {
        await visitor.open(address)
        await visitor.send('open')
      }, patience)
      await olivia.reload()
      expect(olivia.text()).toContain('127.0.0.1')
      expect(olivia.text()).not.toContain(lies['x-forwarded-for'])
    })

    test('figures for the operator are not to be had from outside, however they are spelled', async () => {
      for (const path of [
        '/metrics',
        '/metrics?',
        '/metrics?a=b',
        '/%6detrics',
        '//metrics',
        '/./metrics',
        '/a/../metrics',
      ]) {
        const answer = await rawRequest(proxied.proxy.origin, path, { host: 'localhost' })
        expect([path, answer.status]).toEqual([path, 404])
        // The proxy answers by itself: pages of the server name their policy.
        expect(answer.names).not.toContain('content-security-policy')
        expect(answer.body).not.toContain('# TYPE')
      }
    })

    test('plain http leads to the same address over https', async () => {
      const answer = await fetch(`${proxied.proxy.plainOrigin}/file/abc?x=1`, { redirect: 'manual' })
      expect(answer.status.toString()).toMatch(/^30[18]$/)
      expect(answer.headers.get('location')).toBe(`${proxied.proxy.plainLeadsTo}/file/abc?x=1`)
    })

    test('the promise of https is made once', async () => {
      const page = await rawRequest(proxied.proxy.origin, '/access/login')
      expect(page.status).toBe(200)
      expect(page.names.filter((name) => name === 'strict-transport-security')).toHaveLength(1)
      expect(page.headers['strict-transport-security']).toContain('max-age=31536000')
    })

    test('while the server is away people read so, and when it is back all goes on', async () => {
      const olivia = await proxied.signIn()
      await proxied.killServer()
      const away = await rawRequest(proxied.proxy.origin, '/home')
      expect(away.status).toBe(503)
      expect(away.headers['retry-after']).toBe('30')
      expect(away.headers['content-type']).toBe('text/plain; charset=utf-8')
      expect(away.body).toContain(absentText)
      await proxied.restartServer()
      await vi.waitFor(async () => expect((await olivia.open('/home')).status).toBe(200), patience)
      expect(olivia.path).toBe('/home')
    })
  })

  test(`a stranger behind ${kind} who writes another address with each try is stopped all the same`, async () => {
    const proxied = await Proxied.start(kind, program)
    onTestFinished(() => proxied.stop())
    const tries: number[] = []
    const written = { 'x-forwarded-for': '' }
    const browser = await proxied.proxy.browser(written).open('/access/login')
    for (let at = 1; at <= 51; at++) {
      written['x-forwarded-for'] = `203.0.113.${at}`
      await browser.send('signIn', { email: `guess${at}@example.org`, password })
      tries.push(browser.status)
    }
    expect(tries).toEqual([...Array<number>(50).fill(400), 429])
  })

  describe(`behind ${kind} with two servers`, () => {
    /** Two that say their names; at `/die` the connection breaks after the request was taken. */
    async function twoServers() {
      const taken: string[] = []
      const answerAs = (name: string) => (incoming: IncomingMessage, response: ServerResponse) => {
        incoming.resume().on('end', () => {
          taken.push(`${incoming.method} ${incoming.url}`)
          if (incoming.url === '/die') incoming.socket.destroy()
          else response.end(name)
        })
      }
      const servers = ['one', 'two'].map((name) => createServer(answerAs(name)).listen(0, '127.0.0.1'))
      await Promise.all(servers.map((server) => once(server, 'listening')))
      const ports = servers.map((server) => (server.address() as AddressInfo).port)
      const proxy = await Proxy.start(kind, program, ports)
      onTestFinished(async () => {
        await proxy.stop()
        for (const server of servers) server.close().closeAllConnections()
      })
      const ask = async () => (await rawRequest(proxy.origin, '/')).body
      return { proxy, servers, taken, ask }
    }

    test('requests go round, and all to the other one when one is gone', async () => {
      const { servers, ask } = await twoServers()
      expect([await ask(), await ask()].toSorted()).toEqual(['one', 'two'])
      servers[0]!.close().closeAllConnections()
      expect([await ask(), await ask(), await ask()]).toEqual(['two', 'two', 'two'])
    })

    test('a form that one of them took is not given to the other, and the person is notified', async () => {
      const { proxy, taken } = await twoServers()
      const form = await rawRequest(proxy.origin, '/die', { 'content-length': '0' }, 'POST')
      expect([form.status, form.body]).toEqual([503, expect.stringContaining(absentText)])
      expect(taken.filter((line) => line === 'POST /die')).toHaveLength(1)
    })
  })
}
