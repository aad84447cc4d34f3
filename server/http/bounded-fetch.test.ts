import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { boundedFetch, NoAnswer } from './bounded-fetch.ts'

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

const ask = boundedFetch({ maxBytes: 1000 })

test('an answer of as many bytes as can be comes whole, unpacked', async () => {
  const address = await serve((_, response) => {
    response.writeHead(201, { 'content-encoding': 'gzip', 'x-own': 'kept' })
    response.end(gzipSync('x'.repeat(1000)))
  })
  const answer = await ask(address, {})
  expect([answer.status, answer.headers.get('x-own'), await answer.text()]).toEqual([
    201,
    'kept',
    'x'.repeat(1000),
  ])
})

test('one byte more is refused, however small it was packed', async () => {
  const address = await serve((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(1001)))
  })
  await expect(ask(address, {})).rejects.toThrow(NoAnswer)
})

test('a redirect is an answer, and is not followed', async () => {
  const requests: string[] = []
  const address = await serve((request, response) => {
    requests.push(request.url!)
    response.writeHead(302, { location: '/elsewhere' }).end()
  })
  expect((await ask(address, {})).status).toBe(302)
  expect(requests).toEqual(['/'])
})

test('a server that is silent, or falls silent in the middle, is waited for as long as told', async () => {
  const silent = await serve(() => {})
  await expect(ask(silent, { signal: AbortSignal.timeout(20) })).rejects.toThrow(NoAnswer)
  const stuck = await serve((_, response) => void response.writeHead(200).write('begun'))
  await expect(ask(stuck, { signal: AbortSignal.timeout(100) })).rejects.toThrow(NoAnswer)
})

test('a server that failed has not answered', async () => {
  const address = await serve((_, response) => response.writeHead(502).end('Bad gateway'))
  await expect(ask(address, {})).rejects.toThrow('status 502')
})

test.each([
  'http://192.0.2.1/',
  'http://localhost.evil.example/',
  'ftp://127.0.0.2.example/',
  'file:///etc/hosts',
])('%s is not asked: no one would know who answers', async (address) => {
  await expect(ask(address, {})).rejects.toThrow('not over https')
})
