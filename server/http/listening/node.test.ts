import {
  createServer,
  request as startRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
  type Server,
  type ServerResponse,
} from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Problem } from '#server/rules/problems.ts'
import { readBody, refusal, send, toRequest, type FormTooLong } from './node.ts'

type Handler = (incoming: IncomingMessage, out: ServerResponse) => Promise<unknown>
type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

let server: Server
let handler: Handler
let failures: unknown[]

beforeEach(async () => {
  failures = []
  server = createServer((incoming, out) => void handler(incoming, out).catch((error) => failures.push(error)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})

afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

function port(): number {
  return (server.address() as AddressInfo).port
}

function ask(options: RequestOptions = {}, body?: string | Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asking = startRequest({ port: port(), path: '/', ...options }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () =>
        resolve({ status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(chunks) }),
      )
    })
    asking.on('error', reject)
    asking.end(body)
  })
}

/** Sends raw text, answers all that comes back. */
function raw(text: string): Promise<string> {
  return new Promise((resolve) => {
    let received = ''
    const socket = connect(port(), '127.0.0.1', () => socket.end(text))
    socket.on('data', (data) => (received += data))
    socket.on('close', () => resolve(received))
  })
}

function answering(
  make: (request: Request) => Response | Promise<Response>,
  more: { origin?: string; isFromProxy?: boolean } = {},
): Handler {
  return async (incoming, out) => {
    const options = { origin: 'http://here.test', ...more, body: await readBody(incoming) }
    const response = await make(toRequest(incoming, options))
    await send(response, out, {
      isHead: incoming.method === 'HEAD',
      acceptEncoding: String(incoming.headers['accept-encoding'] ?? ''),
    })
  }
}

test('method, address, headers and body arrive', async () => {
  handler = answering(async (request) =>
    Response.json({
      method: request.method,
      url: request.url,
      cookie: request.headers.get('cookie'),
      body: await request.text(),
    }),
  )
  const headers = { cookie: 'a=b', 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await ask({ method: 'POST', path: '/x?y=1', headers }, 'a=1')
  expect(JSON.parse(answer.body.toString())).toEqual({
    method: 'POST',
    url: 'http://here.test/x?y=1',
    cookie: 'a=b',
    body: 'a=1',
  })
})

test('no address leads to another host', async () => {
  handler = answering((request) => new Response(request.url))
  for (const [path, url] of [
    ['//evil.test/x', 'http://here.test//evil.test/x'],
    ['http://evil.test/x?y', 'http://here.test/x?y'],
    ['http://evil.test', 'http://here.test/'],
    ['/\\evil.test', 'http://here.test//evil.test'],
    ['/a/../../b', 'http://here.test/b'],
  ]) {
    expect((await ask({ path: path! })).body.toString()).toBe(url)
  }
  expect(await raw('OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toContain(
    'http://here.test/*',
  )
})

test("a client's own X-Forwarded headers go no further, and a trusted proxy's last hop counts", async () => {
  const show = (request: Request) =>
    Response.json([
      request.url,
      request.headers.get('host'),
      [...request.headers.keys()].filter((name) => /forwarded/.test(name)),
    ])
  const headers = {
    host: 'direct.test',
    forwarded: 'for=1',
    'x-forwarded-host': 'evil.test, outer.test',
    'x-forwarded-proto': 'http, https',
    'x-forwarded-prefix': '/x',
  }
  handler = answering(show)
  expect(JSON.parse((await ask({ headers })).body.toString())).toEqual([
    'http://here.test/',
    'direct.test',
    [],
  ])
  handler = answering(show, { isFromProxy: true })
  expect(JSON.parse((await ask({ headers })).body.toString())).toEqual([
    'https://here.test/',
    'outer.test',
    [],
  ])
})

test('TRACE and unknown methods are 405, two hosts are 400, and others pass', async () => {
  handler = async (incoming, out) =>
    send(refusal(incoming) ?? new Response('passed'), out, { isHead: false, acceptEncoding: '' })
  const head = 'Host: a\r\nConnection: close\r\n'
  expect(await raw(`TRACE / HTTP/1.1\r\n${head}\r\n`)).toMatch(/^HTTP\/1.1 405 [^]*Allow: GET, HEAD, POST/i)
  expect(await raw(`PROPFIND / HTTP/1.1\r\n${head}\r\n`)).toMatch(/^HTTP\/1.1 405/)
  expect(await raw(`GET / HTTP/1.1\r\nHost: b\r\n${head}\r\n`)).toMatch(/^HTTP\/1.1 400/)
  expect(await raw(`GET / HTTP/1.1\r\n${head}\r\n`)).toMatch(/passed/)
  expect(await raw('GET / HTTP/1.0\r\n\r\n')).toMatch(/passed/)
})

async function problemOf(options: RequestOptions, body?: string | Buffer): Promise<string> {
  handler = async (incoming, out) => {
    const problem = await readBody(incoming, 1000).then(String, (error) => (error as Problem).problem)
    await send(new Response(problem), out, { isHead: false, acceptEncoding: '' })
  }
  return (await ask(options, body)).body.toString()
}

test('a form is read up to its limit, with and without its length announced', async () => {
  const form = {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
  }
  const chunked = { ...form, headers: { ...form.headers, 'transfer-encoding': 'chunked' } }
  expect(await problemOf(form, 'a=1')).toBe('a=1')
  expect(await problemOf(chunked, 'a=1')).toBe('a=1')
  expect(await problemOf(form, 'x'.repeat(1000))).toHaveLength(1000)
  expect(await problemOf(form, 'x'.repeat(1001))).toBe('bodyTooLarge')
  expect(await problemOf(chunked, 'x'.repeat(200_000))).toBe('bodyTooLarge')
  expect(await problemOf(form)).toBe('null')
})

test('of a form that is too long the fields that arrived whole are kept', async () => {
  handler = async (incoming, out) => {
    const kept = await readBody(incoming, 1000).then(String, (error) => (error as FormTooLong).kept)
    await send(new Response(kept), out, { isHead: false, acceptEncoding: '' })
  }
  const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  const long = 'x'.repeat(10_000)
  expect((await ask(form, `a=1&b=%C3%A4&c=${long}`)).body.toString()).toBe('a=1&b=%C3%A4')
  expect((await ask(form, `a=${long}&b=1`)).body.toString()).toBe('')
})

test('the body of a GET means nothing', async () => {
  expect(await problemOf({ method: 'GET', headers: { 'content-length': 3 } }, 'a=1')).toBe('null')
})

test('a body of another kind is refused', async () => {
  for (const type of ['text/plain', 'multipart/form-data; boundary=x', 'application/xml']) {
    expect(await problemOf({ method: 'POST', headers: { 'content-type': type } }, 'x')).toBe(
      'wrongContentType',
    )
  }
})

test('a client that leaves in the middle of a form is uploadBroken', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  handler = async (incoming) => {
    resolve(await readBody(incoming).then(String, (error) => (error as Problem).problem))
  }
  const socket = connect(port(), '127.0.0.1')
  socket.write(
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"a"',
  )
  server.once('request', () => socket.destroy())
  expect(await promise).toBe('uploadBroken')
})

const html = `<p>${'many words that repeat '.repeat(200)}</p>`

function htmlAnswer(headers: Record<string, string> = {}, body: BodyInit = html): Response {
  return new Response(body, { headers: { 'content-type': 'text/html; charset=utf-8', ...headers } })
}

test('the memory of a page goes back as soon as it was compressed', async () => {
  const chunks = [30_000, 50_000].map((length) => new Uint8Array(length).fill(97))
  const page = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
  handler = answering(() => htmlAnswer({}, page))

  const { body } = await ask({ headers: { 'accept-encoding': 'gzip' } })

  expect(gunzipSync(body).toString()).toBe('a'.repeat(80_000))
  expect(chunks.map(({ length }) => length)).toEqual([0, 0])
})

test('HTML is compressed as the client likes it', async () => {
  handler = answering(() => htmlAnswer({ etag: '"v1"' }))
  const brotli = await ask({ headers: { 'accept-encoding': 'gzip, br' } })
  expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding', etag: 'W/"v1"' })
  expect(Number(brotli.headers['content-length'])).toBe(brotli.body.length)
  expect(brotliDecompressSync(brotli.body).toString()).toBe(html)
  const gzip = await ask({ headers: { 'accept-encoding': 'gzip;q=1, br;q=0' } })
  expect(gunzipSync(gzip.body).toString()).toBe(html)
  const none = await ask({ headers: { 'accept-encoding': 'identity' } })
  expect(none.headers).toMatchObject({ vary: 'Accept-Encoding', 'content-length': String(html.length) })
  expect(none.headers['content-encoding']).toBeUndefined()
  expect(none.body.toString()).toBe(html)
})

test('what is short, partial, an image or not to be changed is sent as it is', async () => {
  const plain = [
    htmlAnswer({}, 'short'),
    htmlAnswer({ 'content-range': 'bytes 0-9/99' }),
    htmlAnswer({ 'cache-control': 'private, no-transform' }),
    htmlAnswer({ 'content-type': 'image/png' }),
    htmlAnswer({ 'content-type': 'text/event-stream' }),
    htmlAnswer({ 'content-encoding': 'zstd' }),
  ]
  for (const response of plain) {
    handler = answering(() => response)
    const answer = await ask({ headers: { 'accept-encoding': 'br' } })
    expect(answer.headers['content-encoding'] ?? 'none').not.toBe('br')
  }
})

test('a page too large to be held is streamed as it is', async () => {
  const chunk = Buffer.from(html)
  let left = 500
  const endless = new ReadableStream({
    pull(controller) {
      if (left-- > 0) controller.enqueue(chunk)
      else controller.close()
    },
  })
  handler = answering(() => htmlAnswer({}, endless))
  const answer = await ask({ headers: { 'accept-encoding': 'br' } })
  expect(answer.headers['content-encoding']).toBeUndefined()
  expect(answer.body.length).toBe(500 * chunk.length)
})

test('cookies stay separate headers', async () => {
  const headers = new Headers([
    ['set-cookie', 'a=1'],
    ['set-cookie', 'b=2'],
  ])
  handler = answering(() => new Response(null, { status: 303, headers }))
  expect((await ask()).headers['set-cookie']).toEqual(['a=1', 'b=2'])
})

test('HEAD has the length and no body, and the body is cancelled', async () => {
  let isCancelled = false
  const body = new ReadableStream({ cancel: () => void (isCancelled = true) }, { highWaterMark: 0 })
  handler = answering(() => new Response(body, { headers: { 'content-length': '1234' } }))
  const answer = await ask({ method: 'HEAD' })
  expect(answer.headers['content-length']).toBe('1234')
  expect(answer.body).toHaveLength(0)
  expect(isCancelled).toBe(true)
})

test('no more is asked of a body than the client reads', async () => {
  let pulled = 0
  const { promise: isCancelled, resolve: cancel } = Promise.withResolvers<void>()
  const body = new ReadableStream(
    {
      pull(controller) {
        pulled += 64 * 1024
        controller.enqueue(new Uint8Array(64 * 1024))
      },
      cancel,
    },
    { highWaterMark: 0 },
  )
  handler = answering(() => new Response(body))
  const asking = startRequest({ port: port() })
  asking.on('error', () => undefined)
  asking.end()
  await new Promise<void>((resolve) => asking.once('response', (answer) => (answer.pause(), resolve())))
  // Far more turns than a writer that does not wait would need for the bytes below.
  for (let turn = 0; turn < 3000; turn++) await new Promise(setImmediate)
  expect(pulled).toBeLessThan(32 * 1024 * 1024)
  asking.destroy()
  await isCancelled
  expect(failures).toEqual([])
})

test('a body that fails cuts the connection and is reported', async () => {
  let turn = 0
  const body = new ReadableStream({
    pull(controller) {
      if (turn++ === 0) controller.enqueue(new Uint8Array(10))
      else controller.error(new Error('damaged'))
    },
  })
  handler = answering(() => new Response(body, { headers: { 'content-length': '20' } }))
  await expect(ask()).rejects.toMatchObject({ code: 'ECONNRESET' })
  expect(failures).toEqual([new Error('damaged')])
})

test('a body that fails with a Problem before its first byte is answered by its words, not as a file', async () => {
  const problem = new Problem('storageAway')
  const body = new ReadableStream({ pull: (controller) => controller.error(problem) })
  const headers = { 'content-length': '20', 'content-disposition': 'attachment', etag: '"a"' }
  handler = answering(() => new Response(body, { headers }))
  const answer = await ask()
  expect([answer.status, answer.body.toString()]).toEqual([503, `${problem.textWhenRead}\n`])
  expect(answer.headers).not.toHaveProperty('content-disposition')
  expect(answer.headers).not.toHaveProperty('etag')
  expect(failures).toEqual([])
})

test('an answer to an upload that was not read to its end closes the connection', async () => {
  handler = async (_incoming, out) => {
    await new Promise(setImmediate)
    await send(new Response('no'), out, { isHead: false, acceptEncoding: '' })
  }
  const text = await raw('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 500000\r\n\r\nsome')
  expect(text).toMatch(/connection: close/i)
})

test('who reads the answer only after sending everything gets it, though nothing of it was wanted', async () => {
  handler = (_, out) =>
    send(new Response('no, thank you', { status: 413 }), out, { isHead: false, acceptEncoding: '' })
  const size = 64 * 1024 * 1024
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(port(), '127.0.0.1').pause()
    socket.on('error', reject)
    socket.write(`POST / HTTP/1.1\r\nHost: here\r\nContent-Length: ${size}\r\n\r\n`)
    socket.write(Buffer.alloc(size), () => {
      let received = ''
      socket.on('data', (data) => (received += data))
      socket.on('end', () => resolve(received))
      socket.resume()
    })
  })
  expect(answer).toMatch(/^HTTP\/1\.1 413 [^]*connection: close[^]*\r\n\r\nno, thank you$/i)
})
