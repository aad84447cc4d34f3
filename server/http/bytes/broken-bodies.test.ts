import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Problem } from '#server/rules/problems.ts'
import { readMultipart } from '#server/http/multipart.ts'
import { readBody, send } from '#server/http/listening/node.ts'

let server: Server
let handler: (incoming: IncomingMessage, out: ServerResponse) => Promise<unknown>
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

test('a client that falls silent in the middle of a form is told so', async () => {
  handler = async (incoming, out) => {
    const read = readBody(incoming).then(String, (error) => (error as Problem).problem)
    // What node says after server.timeout.
    setImmediate(() => incoming.emit('timeout'))
    out.end(await read)
  }
  const socket = connect(port(), '127.0.0.1')
  socket.write(
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"a"',
  )
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(String(answer)).toContain('uploadBroken')
  socket.destroy()
})

test('a client that falls silent in the middle of a file is told so', async () => {
  const silent = new Readable({ read() {} })
  silent.push(
    '--xYzZY\r\nContent-Disposition: form-data; name="token"\r\n\r\nt\r\n' +
      '--xYzZY\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nx',
  )
  const answer = await readMultipart(
    silent,
    new Headers({ 'content-type': 'multipart/form-data; boundary=xYzZY' }),
    {
      async onFile(_field, _file, stream) {
        setImmediate(() => silent.emit('timeout'))
        for await (const chunk of stream) void chunk
        return 'whole'
      },
    },
  )
  expect(answer.problem?.problem).toBe('uploadBroken')
})

test('of a body that is far too long nothing more is read before or after the answer', async () => {
  const { promise: read, resolve } = Promise.withResolvers<number>()
  handler = async (incoming, out) => {
    await send(new Response('too long', { status: 413 }), out, { isHead: false, acceptEncoding: '' })
    resolve(incoming.socket.bytesRead)
  }
  const socket = connect(port(), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 900000000\r\n\r\n')
  socket.write(Buffer.alloc(20 * 1024 * 1024))
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(String(answer)).toContain('413')
  socket.destroy()
  expect(await read).toBeLessThan(1024 * 1024)
})

test('a body that fails before its first byte, as a damaged file does, is answered in words and reported', async () => {
  handler = (_incoming, out) => {
    out.setHeader('X-Request-Id', 'here')
    const damaged = new ReadableStream({ pull: (controller) => controller.error(new Error('damaged')) })
    const headers = { 'content-type': 'image/png', 'content-length': '5', etag: '"1"' }
    return send(new Response(damaged, { headers }), out, { isHead: false, acceptEncoding: '' })
  }
  const answer = await fetch(`http://127.0.0.1:${port()}`)
  const body = await answer.text()
  expect([
    answer.status,
    ...['content-type', 'etag', 'x-request-id'].map((name) => answer.headers.get(name)),
  ]).toEqual([500, 'text/plain; charset=utf-8', null, 'here'])
  expect(body).toContain('Something went wrong on our side.')
  expect(failures).toEqual([new Error('damaged')])
})
