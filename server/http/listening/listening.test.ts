import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Problem } from '#server/rules/problems.ts'
import { streamOf } from '#server/http/bytes/bytes.ts'
import { makeListening, type ListeningLimits } from './listening.ts'
import { readBody, send } from './node.ts'
import { plainRefusal } from '#server/http/plain.ts'

const long = 10 * 60_000
const never: ListeningLimits = { head: long, look: 20, kept: long, silence: long }

let handle: (incoming: IncomingMessage, response: ServerResponse) => unknown

beforeEach(() => {
  handle = (_, response) => response.end('answered')
})

async function listen(limits: Partial<ListeningLimits>): Promise<Server> {
  const server = makeListening({ ...never, ...limits })
  server.on('request', (incoming, response) => void handle(incoming, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close().closeAllConnections())
  return server
}

function client(server: Server): Socket {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  return socket
}

/** A side that does not read does not notice that the other side is gone. */
async function goneOf(socket: Socket): Promise<string> {
  if (!socket.isPaused()) socket.resume()
  // Not `once`, which fails when the connection is reset: that is gone as well.
  await new Promise((resolve) => socket.on('close', resolve))
  return 'gone'
}

test('who connects and says nothing is shown out', async () => {
  const socket = client(await listen({ head: 100 }))
  await expect(goneOf(socket)).resolves.toBe('gone')
})

test('who says the head of a request letter by letter is shown out', async () => {
  const socket = client(await listen({ head: 100 }))
  socket.write('GET / HTTP/1.1\r\nX-Long: ')
  const letters = setInterval(() => socket.write('a'), 10)
  onTestFinished(() => clearInterval(letters))
  await expect(goneOf(socket)).resolves.toBe('gone')
})

test('who has had an answer and says nothing more is shown out', async () => {
  const socket = client(await listen({ kept: 100 }))
  socket.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n')
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 [^]*answered/)
})

// Not 408: Chromium automatically resends a request that was answered with it, with its whole file.
test('who falls silent in the middle of a form is told so', async () => {
  handle = async (incoming, response) => {
    const failed = await readBody(incoming).catch((error: unknown) => error)
    await send(plainRefusal(failed as Problem), response, { isHead: false, acceptEncoding: '' })
  }
  const socket = client(await listen({ silence: 100 }))
  socket.write(
    'POST / HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"a"',
  )
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(String(answer)).toMatch(/^HTTP\/1\.1 400 [^]*connection: close[^]*the upload was interrupted/i)
})

test('who stops reading an answer is cut off, and what made it lets go', async () => {
  const { promise: letGo, resolve } = Promise.withResolvers<void>()
  async function* endless() {
    for (;;) yield Buffer.alloc(256 * 1024)
  }
  handle = async (_, response) => {
    const body = streamOf(endless, resolve)
    await send(new Response(body), response, { isHead: false, acceptEncoding: '' })
  }
  const server = await listen({ silence: 100 })
  const accepted = once(server, 'connection')
  const socket = client(server)
  socket.pause()
  socket.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n')
  const [connection] = (await accepted) as [Socket]
  await expect(goneOf(connection)).resolves.toBe('gone')
  await expect(letGo).resolves.toBeUndefined()
})
