import type { lookup } from 'node:dns'
import { createServer, type RequestListener } from 'node:http'
import { BlockList, type AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { networksIn } from '#server/proxies.ts'
import { NotAnswered, Outgoing } from './outgoing.ts'
import { isReachable } from './reachable.ts'

const patience = 10_000
const maxBytes = 1000

async function serve(listener: RequestListener): Promise<{ address: string; port: number }> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}/`, port }
}

function outgoing(allowed: BlockList, resolve?: typeof lookup): Outgoing {
  const made = new Outgoing({ allowed, ...(resolve ? { resolve } : {}) })
  onTestFinished(() => made.close())
  return made
}

/** A DNS in which each name has these addresses. */
function dns(names: Record<string, string[]>): typeof lookup {
  const resolve = (name: string, _: unknown, done: (...answer: unknown[]) => void) => {
    done(
      null,
      names[name]!.map((address) => ({ address, family: 4 })),
    )
  }
  return resolve as unknown as typeof lookup
}

const reasonOf = (request: Promise<unknown>): Promise<unknown> =>
  request.then(
    () => 'answered',
    (error: unknown) => (error instanceof NotAnswered ? error.reason : error),
  )

test('without more, only the internet can be reached', () => {
  const none = new BlockList()
  for (const address of ['8.8.8.8', '193.99.144.80', '2a00:1450:4001::1'])
    expect([address, isReachable(address, none)]).toEqual([address, true])
  const inside = [
    ['127.0.0.1', '127.9.9.9', '0.0.0.0', '10.0.0.1', '172.16.5.4', '192.168.1.1', '169.254.169.254'],
    ['100.64.0.1', '192.0.2.1', '198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
    ['::', '::1', '::127.0.0.1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', 'fe80::1', 'fd00::1', 'ff02::1'],
    [
      '64:ff9b::7f00:1',
      '64:ff9b:1::1',
      '2002:7f00:1::',
      '2001:0:1::',
      '2001:db8::1',
      '100::1',
      'localhost',
      '',
    ],
  ].flat()
  for (const address of inside) expect([address, isReachable(address, none)]).toEqual([address, false])
})

test('the operator can allow networks, and only those', async () => {
  const { address } = await serve((_, response) => response.writeHead(201, { 'x-own': 'kept' }).end('read'))
  const answer = await outgoing(networksIn('loopback')).ask(address, { patience, maxBytes })
  expect([answer.status, answer.headers.get('x-own'), answer.body.toString()]).toEqual([201, 'kept', 'read'])
  expect(await reasonOf(outgoing(networksIn('private')).ask(address, { patience, maxBytes }))).toBe('network')
})

test.each([
  ['http://127.0.0.1/', 'network'],
  ['https://127.0.0.1/', 'network'],
  ['https://2130706433/', 'network'],
  ['https://0x7f.1/', 'network'],
  ['https://[::1]/', 'network'],
  ['https://[::ffff:169.254.169.254]/', 'network'],
  ['https://localhost/', 'network'],
  ['http://8.8.8.8/', 'network'],
  ['https://me:secret@example.org/', 'address'],
  ['file:///etc/passwd', 'address'],
  ['gopher://example.org/', 'address'],
  ['no address', 'address'],
])('%s is not asked', async (address, reason) => {
  const resolve = dns({ localhost: ['127.0.0.1'] })
  expect(await reasonOf(outgoing(new BlockList(), resolve).ask(address, { patience, maxBytes }))).toBe(reason)
})

test('a name is asked only at the addresses that may be reached', async () => {
  const lookups: string[] = []
  const { port } = await serve((request, response) => {
    lookups.push(request.headers.host!)
    response.end('read')
  })
  const resolve = dns({ 'inside.test': ['10.0.0.1', '127.0.0.1'], 'outside.test': ['8.8.8.8'] })
  const own = outgoing(networksIn('127.0.0.1'), resolve)
  const answer = await own.ask(`http://inside.test:${port}/`, { patience, maxBytes })
  expect([answer.body.toString(), lookups]).toEqual(['read', [`inside.test:${port}`]])
  // Plain http leaves to nowhere but the networks that are allowed.
  expect(await reasonOf(own.ask(`http://outside.test:${port}/`, { patience, maxBytes }))).toBe('network')
  const none = outgoing(new BlockList(), resolve)
  expect(await reasonOf(none.ask(`https://inside.test:${port}/`, { patience, maxBytes }))).toBe('network')
  expect(lookups).toHaveLength(1)
})

test('redirects are followed as often as told, and to no other network', async () => {
  const { address } = await serve(({ url }, response) => {
    const location = { '/': '/once', '/once': '/twice', '/away': 'http://10.0.0.1/' }[url!]
    if (location) response.writeHead(302, { location }).end()
    else response.end('there')
  })
  const own = outgoing(networksIn('loopback'))
  const answers = [0, 1, 2].map((redirects) => own.ask(address, { patience, maxBytes, redirects }))
  const got = await Promise.all(answers)
  expect(got.map(({ status }) => status)).toEqual([302, 302, 200])
  expect([got[2]!.body.toString(), got[2]!.address]).toEqual(['there', `${address}twice`])
  expect(await reasonOf(own.ask(`${address}away`, { patience, maxBytes, redirects: 3 }))).toBe('network')
})

test('a redirect never carries what the request was authorized by, and leads only where it may', async () => {
  const got: [string, string | undefined, string | undefined][] = []
  const { address } = await serve(({ url, headers }, response) => {
    got.push([url!, headers.authorization, headers.range])
    if (url === '/') response.writeHead(302, { location: '/there' }).end()
    else response.end('there')
  })
  const own = outgoing(networksIn('loopback'))
  const question = { patience, maxBytes, redirects: 1 }
  for (const name of ['Authorization', 'authorization'])
    await own.ask(address, { ...question, headers: { [name]: 'Bearer secret', Range: 'bytes=1-' } })
  expect(got).toEqual([
    ['/', 'Bearer secret', 'bytes=1-'],
    ['/there', undefined, 'bytes=1-'],
    ['/', 'Bearer secret', 'bytes=1-'],
    ['/there', undefined, 'bytes=1-'],
  ])
  expect(await reasonOf(own.ask(address, { ...question, mayLeadTo: () => false }))).toBe('network')
})

test('of an answer that is too large, however small it is packed, no more is read than told', async () => {
  const { address } = await serve((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(1001)))
  })
  const own = outgoing(networksIn('loopback'))
  expect(await reasonOf(own.ask(address, { patience, maxBytes }))).toBe('size')
  const { body, isCut } = await own.ask(address, { patience, maxBytes, cuts: true })
  expect([body.length, isCut]).toEqual([1000, true])
})

test('a server that is silent, or falls silent in the middle, is waited for as long as told', async () => {
  const silent = await serve(() => {})
  const stuck = await serve((_, response) => void response.writeHead(200).write('begun'))
  const own = outgoing(networksIn('loopback'))
  for (const { address } of [silent, stuck])
    expect(await reasonOf(own.ask(address, { patience: 100, maxBytes }))).toBe('time')
  expect(await reasonOf(own.open(silent.address, { patience: 100 }))).toBe('time')
})

test('a body that is opened arrives as long as its reader wants', async () => {
  const { address } = await serve((_, response) => {
    response.write('begun')
    response.on('close', () => {})
  })
  const reading = new AbortController()
  const received = await outgoing(networksIn('loopback')).open(address, { patience, signal: reading.signal })
  const reader = received.body!.getReader()
  expect(Buffer.from((await reader.read()).value!).toString()).toBe('begun')
  reading.abort()
  await expect(reader.read()).rejects.toThrow('aborted')
})

test('a server that closes, or is not there, has not answered', async () => {
  const { address } = await serve((request) => request.socket.destroy())
  const own = outgoing(networksIn('loopback'))
  expect(await reasonOf(own.ask(address, { patience, maxBytes }))).toBe('connection')
})
