import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { beforeEach, expect, test } from 'vitest'
import { Ending } from './ending.ts'

const long = 10 * 60_000
const get = 'GET / HTTP/1.1\r\nHost: here\r\n\r\n'

let server: Server
let ending: Ending
let answerNow: () => void

/** `/` is answered at once, `/late` when the test says so. */
beforeEach(async () => {
  const { promise: isTime, resolve } = Promise.withResolvers<void>()
  answerNow = resolve
  server = createServer((request, response) => {
    void (request.url === '/late' ? isTime : Promise.resolve()).then(() => {
      ending.tell(response)
      response.end('answered')
    })
  })
  ending = new Ending(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})

async function connected(): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  await Promise.all([once(socket, 'connect'), once(server, 'connection')])
  return socket
}

/** A connection that is kept after its first answer. */
async function kept(): Promise<Socket> {
  const socket = await connected()
  socket.write(get)
  const [first] = (await once(socket, 'data')) as [Buffer]
  expect(first.toString()).toMatch(/connection: keep-alive/i)
  return socket
}

async function restOf(socket: Socket): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

test('what comes over a kept connection after the signal is answered, and with it the server is gone', async () => {
  const socket = await kept()
  const ended = ending.run({ idle: long, busy: long })
  socket.write(get)
  expect(await restOf(socket)).toMatch(/^HTTP\/1\.1 200 [^]*connection: close[^]*answered$/i)
  await ended
})

test('an answer under way is finished and says that it is the last', async () => {
  const socket = await connected()
  socket.write(get.replace('/', '/late'))
  await once(server, 'request')
  const ended = ending.run({ idle: 0, busy: long })
  answerNow()
  expect(await restOf(socket)).toMatch(/connection: close[^]*answered$/i)
  await ended
})

test('what has come while the server was busy with something else is answered before it is gone', async () => {
  const [old, young] = [await kept(), connect((server.address() as AddressInfo).port, '127.0.0.1')]
  await once(young, 'connect')
  for (const socket of [old, young]) socket.write(get)
  const ended = ending.run({ idle: 0, busy: long })
  const until = performance.now() + 20
  while (performance.now() < until);
  for (const socket of [old, young]) expect(await restOf(socket)).toMatch(/answered$/)
  await ended
})

test('connections on which nothing comes hold no one up', async () => {
  const sockets = [await kept(), await connected()]
  await ending.run({ idle: 0, busy: long })
  for (const socket of sockets) expect(await restOf(socket)).toBe('')
})

test('an answer that takes too long is cut', async () => {
  const socket = await connected()
  socket.on('error', () => undefined)
  socket.write(get.replace('/', '/late'))
  await once(server, 'request')
  const gone = once(socket, 'close')
  await ending.run({ idle: 0, busy: 0 })
  await gone
  expect(socket.bytesRead).toBe(0)
})
