import { once } from 'node:events'
import { Agent, createServer, request, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { RoundRobin } from './round-robin.ts'
import { patience } from '#tests/support/world/patience.ts'

async function backend(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  return `http://localhost:${(server.address() as AddressInfo).port}`
}

async function named(...names: string[]): Promise<string[]> {
  return Promise.all(names.map((name) => backend((_, response) => response.end(name))))
}

async function over(backends: string[]): Promise<RoundRobin> {
  const proxy = await RoundRobin.start(backends)
  onTestFinished(() => proxy.close())
  return proxy
}

async function ask(proxy: RoundRobin): Promise<string> {
  return (await fetch(proxy.origin)).text()
}

test('each request goes to the next server, even on one connection', async () => {
  const proxy = await over(await named('one', 'two', 'three'))
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const answers: string[] = []
  const sockets = new Set<unknown>()
  for (let i = 0; i < 4; i++) {
    const outgoing = request(proxy.origin, { agent }).end()
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
    sockets.add(answer.socket)
    answers.push(await text(answer))
  }
  expect(answers).toEqual(['one', 'two', 'three', 'one'])
  expect(sockets.size).toBe(1)
})

test('a server that is out gets nothing until it is put back; with none in, the answer is 503', async () => {
  const [one, two] = (await named('one', 'two')) as [string, string]
  const proxy = await over([one, two])
  proxy.takeOut(one)
  expect([await ask(proxy), await ask(proxy)]).toEqual(['two', 'two'])
  proxy.takeOut(two)
  expect((await fetch(proxy.origin)).status).toBe(503)
  proxy.putBack(one)
  expect(await ask(proxy)).toBe('one')
  expect(proxy.taken).toEqual([two, two, one])
})

test('the server learns who asks, and not what they say of themselves', async () => {
  const proxy = await over([
    await backend((incoming, response) => response.end(JSON.stringify(incoming.headers))),
  ])
  const headers = {
    forwarded: 'for=1.2.3.4',
    'x-forwarded-for': '1.2.3.4',
    'x-forwarded-proto': 'https',
    cookie: 'a=b',
  }
  const seen = (await (await fetch(proxy.origin, { headers })).json()) as Record<string, string>
  const host = new URL(proxy.origin).host
  expect(seen).toMatchObject({ host, cookie: 'a=b', 'x-forwarded-host': host, 'x-forwarded-proto': 'http' })
  expect(seen['x-forwarded-for']).toMatch(/^(::ffff:)?127\.0\.0\.1$/)
  expect(seen['forwarded']).toBeUndefined()
})

test('status, headers that come twice, and the body pass in both directions', async () => {
  const proxy = await over([
    await backend((incoming, response) => {
      response.writeHead(303, ['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'Location', '/there'])
      incoming.pipe(response)
    }),
  ])
  const answer = await fetch(proxy.origin, { method: 'POST', body: 'to and fro', redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/there'])
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  expect(await answer.text()).toBe('to and fro')
})

test('an upload is no faster than the server that reads it, and arrives whole', async () => {
  const size = 128 * 1024 * 1024
  let [sent, farthestAhead] = [0, 0]
  const proxy = await over([
    await backend(async (incoming, response) => {
      let read = 0
      for await (const chunk of incoming) {
        read += (chunk as Buffer).length
        for (let turns = 0; turns < 5; turns++) await setImmediate()
        farthestAhead = Math.max(farthestAhead, sent - read)
      }
      response.end(String(read))
    }),
  ])
  function* pieces() {
    const piece = Buffer.alloc(256 * 1024)
    for (; sent < size; sent += piece.length) yield piece
  }
  const upload = request(proxy.origin, { method: 'POST', headers: { 'content-length': size } })
  const [[answer]] = (await Promise.all([once(upload, 'response'), pipeline(pieces(), upload)])) as [
    [IncomingMessage],
    void,
  ]
  expect(await text(answer)).toBe(String(size))
  // The kernel's buffers hold some; without waiting the whole would be ahead.
  expect(farthestAhead).toBeLessThan(size / 2)
})

test('an answer that comes before the upload is read reaches the client', async () => {
  const proxy = await over([await backend((_, response) => response.writeHead(413).end('too large'))])
  const upload = request(proxy.origin, { method: 'POST', headers: { 'content-length': 1024 * 1024 * 1024 } })
  upload.on('error', () => undefined)
  upload.write(Buffer.alloc(1024 * 1024))
  const [answer] = (await once(upload, 'response')) as [IncomingMessage]
  expect([answer.statusCode, await text(answer)]).toEqual([413, 'too large'])
  upload.destroy()
})

test('a server that dies in the middle of its answer breaks the answer, one that is gone is a 502', async () => {
  const dying = await backend((_, response) => {
    response.write('the beginning', () => response.destroy())
  })
  const proxy = await over([dying, 'http://localhost:1'])
  await expect(fetch(proxy.origin).then((answer) => answer.text())).rejects.toThrow('terminated')
  expect((await fetch(proxy.origin)).status).toBe(502)
})

test('a client that leaves is gone for the server too', async () => {
  const left = vi.fn<() => void>()
  const proxy = await over([
    await backend((_, response) => {
      response.on('close', left)
      response.write('the beginning')
    }),
  ])
  const outgoing = request(proxy.origin).end()
  outgoing.on('error', () => undefined)
  await once(outgoing, 'response')
  outgoing.destroy()
  await vi.waitFor(() => expect(left).toHaveBeenCalled(), patience)
})
