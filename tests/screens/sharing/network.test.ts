import {
  request as startRequest,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http'
import { connect } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { problems } from '#server/rules/problems.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import '#tests/support/world/console.ts'
import { traces } from './form.ts'
import { contentType, framesOf, text } from '#tests/support/browser/stream.ts'

const MB = 1024 * 1024

/** A server at a real port; the pages come through the door, so that the forms and cookies are real. */
const { app, operator: sender } = await makeWorld({ config: { defaultTier: 0 } })
const port = Number(new URL((await app.strongroom.listen(0)).url).port)

type Answer = { status: number; headers: IncomingMessage['headers']; body: string }

function send(options: RequestOptions, body?: Uint8Array | string): Promise<Answer> {
  const request = start(options)
  request.end(body)
  return answerTo(request)
}

/** A request whose body the test sends itself, as an old browser: without Origin. */
function start({ headers, ...options }: RequestOptions): ClientRequest {
  const cookie = sender.cookies.header(sender.url) ?? ''
  return startRequest({ host: '127.0.0.1', port, agent: false, headers: { cookie, ...headers }, ...options })
}

function answerTo(request: ClientRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.on('error', reject)
    request.on('response', (response) => {
      textOf(response).then(
        (body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        reject,
      )
    })
  })
}

/** Sends bytes as they are and answers the first line that comes back, or that the connection was closed. */
function firstLine(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.on('error', reject)
    socket.once('close', () => resolve('closed'))
    socket.once('data', (chunk) => {
      resolve(chunk.toString('latin1').split('\r\n')[0]!)
      socket.destroy()
    })
  })
}

/** Waits, by looking, for what the server does on its own when a client leaves. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let looks = 0; looks < 10_000; looks++) {
    if (await holds()) return
    await new Promise(setImmediate)
  }
  throw new Error('It never happened')
}

async function storedBytes(): Promise<number> {
  return (await traces(app)).stored.length
}

/** What there is of files, and what is counted. */
async function kept() {
  const { files, objects, shares, stored } = await traces(app)
  const { kysely } = app.strongroom.services.database
  const counted = await kysely.selectFrom('user').select('storage_bytes').orderBy('guid').execute()
  return { files, objects, shares, stored, counted }
}

const form = { method: 'POST', path: '/share', headers: { 'content-type': contentType } }

describe('over a real connection', () => {
  test('a file is shared', async () => {
    const { head, tail } = await framesOf(sender)
    const body = Buffer.concat([head, ...text(2 * MB), tail])
    const answer = await send({ ...form, headers: { ...form.headers, 'content-length': body.length } }, body)
    expect([answer.status, answer.headers.location]).toEqual([
      303,
      expect.stringMatching(/^\/s\/[0-9a-f]{32}$/),
    ])
  })

  test('a page says how long it is, and is compressed for those who ask', async () => {
    const plain = await send({ path: '/share' })
    expect(Number(plain.headers['content-length'])).toBe(Buffer.byteLength(plain.body))
    const packed = await send({ path: '/share', headers: { 'accept-encoding': 'gzip' } })
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(Number(packed.headers['content-length'])).toBeLessThan(Buffer.byteLength(plain.body))
  })

  test('a file one byte too large is answered 413 while it is still being sent', async () => {
    await app.settle()
    const before = await traces(app)
    const { head, tail } = await framesOf(sender)
    const request = start(form)
    const answered = answerTo(request)
    request.write(head)
    for (const piece of text(25 * MB + 1)) request.write(piece)
    request.end(tail)
    const { status, body } = await answered
    expect(status).toBe(413)
    expect(body).toContain('This file is larger than your plan allows: 25 MB at most.')
    expect(await traces(app)).toEqual(before)
  })
})

describe('a client', () => {
  test('that stalls in the middle of a file holds no one else up', async () => {
    const before = await storedBytes()
    const { head } = await framesOf(sender)
    const stalled = start(form)
    stalled.on('error', () => undefined)
    stalled.write(head)
    stalled.write(Buffer.alloc(MB, 'a'))
    await until(async () => (await storedBytes()) > before)
    for (const path of ['/version', '/home', '/s', '/health/live'])
      expect((await send({ path })).status).toBe(200)
    const { head: other, tail } = await framesOf(sender)
    const body = Buffer.concat([other, Buffer.from('words'), tail])
    expect((await send(form, body)).status).toBe(303)
    stalled.destroy()
  })

  test('that vanishes in the middle of a file leaves nothing behind, and the server answers on', async () => {
    await app.settle()
    const before = await traces(app)
    const { head } = await framesOf(sender)
    for (const bytes of [0, 10, 5000, 3 * MB]) {
      const request = start(form)
      request.on('error', () => undefined)
      request.write(head)
      if (bytes > 0) request.write(Buffer.alloc(bytes, 'a'))
      if (bytes > 4096) await until(async () => (await storedBytes()) > before.stored.length)
      request.destroy()
      await until(async () => (await storedBytes()) === before.stored.length)
    }
    expect(await traces(app)).toEqual(before)
    expect((await send({ path: '/home' })).status).toBe(200)
  })

  test('that vanishes one byte before the end of its form leaves nothing behind, and nothing is counted', async () => {
    await app.settle()
    const before = await kept()
    const { head, tail } = await framesOf(sender)
    const body = Buffer.concat([head, ...text(MB), tail])
    const request = start({ ...form, headers: { ...form.headers, 'content-length': body.length } })
    request.on('error', () => undefined)
    request.write(body.subarray(0, -1))
    await until(async () => (await kept()).files > before.files)
    request.destroy()
    await until(async () => (await storedBytes()) === before.stored.length)
    // What was about to be made of the file finds that it is gone.
    await app.settle()
    expect(await kept()).toEqual(before)
  })

  test('that stalls before the end of its head, or of a small form, holds no one else up', async () => {
    const socket = connect(port, '127.0.0.1')
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')
    const half = start({ method: 'POST', path: '/access/login', headers: { 'content-type': urlencoded } })
    half.on('error', () => undefined)
    half.write('email=olivia')
    expect((await send({ path: '/version' })).status).toBe(200)
    socket.destroy()
    half.destroy()
  })
})

const urlencoded = 'application/x-www-form-urlencoded'

describe('a request that is none of ours', () => {
  test('with two hosts is refused', async () => {
    expect(
      await firstLine('GET /version HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n'),
    ).toContain('400')
  })

  test('without a host is refused', async () => {
    expect(await firstLine('GET /version HTTP/1.1\r\n\r\n')).toContain('400')
  })

  test.each(['TRACE', 'CONNECT', 'TRACK', 'PROPFIND', 'OPTIONS', 'get'])(
    'with the method %s is refused',
    async (method) => {
      const line = await firstLine(`${method} /version HTTP/1.1\r\nHost: localhost\r\n\r\n`)
      expect(line).toMatch(/^HTTP\/1\.1 40[05] |^closed$/)
    },
  )

  test.each([
    '\0\x01\x02garbage\r\n\r\n',
    '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03',
    'GET / HTTP/9.9\r\n\r\n',
  ])('that is no HTTP is refused: %j', async (bytes) => {
    expect(await firstLine(bytes)).toMatch(/^HTTP\/1\.1 (400|505) /)
  })

  test.each([
    '//evil.example/',
    '/\\evil.example',
    'http://evil.example/home',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/../../etc/passwd',
  ])('for %s leads to a page of this server', async (target) => {
    const socketAnswer = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`),
      )
      socket.on('error', reject)
      textOf(socket).then(resolve, reject)
    })
    expect(socketAnswer).toMatch(/^HTTP\/1\.1 (302|400|404) /)
    const location = /^location: (.*)$/im.exec(socketAnswer)?.[1] ?? '/access/login'
    expect(location).toMatch(/^\/(access\/login|home)/)
    expect(socketAnswer).not.toContain('root:')
  })

  test.each([
    ['a urlencoded body of 2 MiB', urlencoded, Buffer.alloc(2 * MB, 'a'), 413],
    ['a urlencoded body of 2 MiB to the share form', urlencoded, Buffer.alloc(2 * MB, 'b'), 413],
    ['a multipart body to a form without files', contentType, Buffer.from('x'), 415],
    ['JSON', 'application/json', Buffer.from('{"a":1}'), 415],
    ['no type', '', Buffer.from('x'), 415],
    ['an empty body', urlencoded, Buffer.alloc(0), 415],
  ])('with %s is answered in words', async (what, type, body, status) => {
    const path = what.includes('share form') ? '/share' : '/access/login'
    const headers = { ...(type ? { 'content-type': type } : {}), 'content-length': body.length }
    const answer = await send({ method: 'POST', path, headers }, body)
    expect([400, status]).toContain(answer.status)
    expect(answer.body).toMatch(/text is too long|Only forms can be submitted|couldn’t be read/)
    expect(answer.body).not.toMatch(/node_modules|TypeError/)
  })

  test('of 2 MiB in pieces of no announced length is answered 413', async () => {
    const request = start({ method: 'POST', path: '/access/login', headers: { 'content-type': urlencoded } })
    const answered = answerTo(request)
    for (const piece of text(2 * MB)) request.write(piece)
    request.end()
    expect((await answered).status).toBe(413)
  })

  test('with a head larger than any is refused', async () => {
    const head = `GET /version HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`
    expect(await firstLine(head)).toContain('431')
  })
})

test('a fault after a whole body was read is answered and logged: the connection is not cut', async () => {
  const { transfers, log } = app.strongroom.services
  const fault = new Error('at no place where anyone expects it')
  const opening = vi.spyOn(transfers, 'open').mockRejectedValue(fault)
  const logged = vi.spyOn(log, 'error').mockReturnValue()
  onTestFinished(() => {
    opening.mockRestore()
    logged.mockRestore()
  })
  const path = `/view/${'0'.repeat(32)}/download`
  const { status, body } = await send(
    { method: 'POST', path, headers: { 'content-type': urlencoded } },
    'a=b',
  )
  expect([status, body]).toEqual([500, `${problems.unexpected.text}\n`])
  expect(logged.mock.calls).toEqual([[{ err: fault }, 'unexpected error']])
})
