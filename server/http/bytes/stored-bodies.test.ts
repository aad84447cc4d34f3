import { once } from 'node:events'
import { createServer, request as startRequest, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Problem } from '#server/rules/problems.ts'
import { send, toRequest } from '#server/http/listening/node.ts'
import { sendBytes, type ByteSource } from './bytes.ts'

const chunk = 64 * 1024

let server: Server
let source: ByteSource
let log: string[]
let failures: unknown[]
let answered: PromiseWithResolvers<void>

beforeEach(async () => {
  log = []
  failures = []
  answered = Promise.withResolvers()
  const options = {
    name: 'a.pdf',
    mediaType: 'application/pdf',
    etag: '"a"',
    disposition: 'attachment',
  } as const
  server = createServer((incoming, out) => {
    const bytes = sendBytes(toRequest(incoming, { origin: 'http://here.test' }), source, options)
    void send(bytes, out, { isHead: incoming.method === 'HEAD', acceptEncoding: 'gzip' })
      .catch((error) => failures.push(error))
      .finally(answered.resolve)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})

afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

/** Gives out chunks as long as it is asked; a step may fail instead. */
function chunks(count: number, step: (at: number) => void | Promise<void> = () => undefined): ByteSource {
  return {
    size: count * chunk,
    async *read() {
      log.push('begun')
      try {
        for (let at = 0; at < count; at++) {
          await step(at)
          yield Buffer.alloc(chunk, at)
        }
      } finally {
        log.push('over')
      }
    },
    close: () => void log.push('closed'),
  }
}

async function ask(method = 'GET'): Promise<IncomingMessage> {
  const { port } = server.address() as AddressInfo
  const asking = startRequest({ port, method })
  asking.on('error', () => undefined)
  asking.end()
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  return answer
}

async function bodyOf(answer: IncomingMessage): Promise<Buffer> {
  const received: Buffer[] = []
  for await (const part of answer) received.push(part as Buffer)
  return Buffer.concat(received)
}

test('stored bytes arrive whole and in order, and their source is let go of', async () => {
  source = chunks(20)
  const answer = await ask()
  const body = await bodyOf(answer)
  await answered.promise
  expect(answer.headers['content-length']).toBe(String(20 * chunk))
  expect(Array.from({ length: 20 }, (_, at) => body[at * chunk])).toEqual([...Array(20).keys()])
  expect(body).toHaveLength(20 * chunk)
  expect(log).toEqual(['begun', 'over', 'closed'])
  expect(failures).toEqual([])
})

test('of stored bytes HEAD begins nothing', async () => {
  source = chunks(20)
  expect(await bodyOf(await ask('HEAD'))).toHaveLength(0)
  await answered.promise
  expect(log).toEqual(['closed'])
})

test('no more stored bytes are read than the client takes, and one who leaves ends the reading', async () => {
  let reads = 0
  const over = Promise.withResolvers<void>()
  source = chunks(100_000, () => void reads++)
  const { close } = source
  source.close = () => (close?.(), over.resolve())
  const answer = await ask()
  answer.pause()
  answer.on('error', () => undefined)
  // Far more turns than a writer that does not wait would need for the bytes below.
  for (let turn = 0; turn < 3000; turn++) await new Promise(setImmediate)
  expect(reads).toBeLessThan(512)
  answer.destroy()
  await over.promise
  await answered.promise
  expect(log.slice(0, 2)).toEqual(['begun', 'closed'])
  expect(log).toContain('over')
  expect(failures).toEqual([])
})

test('one who leaves while a chunk is being read is no failure, though the reading is closed under it', async () => {
  const closed = Promise.withResolvers<void>()
  source = chunks(5, async (at) => {
    if (at < 2) return
    await closed.promise
    throw new Error('This reader was closed')
  })
  source.close = () => closed.resolve()
  const answer = await ask()
  answer.on('error', () => undefined)
  answer.destroy()
  await answered.promise
  expect(log).toEqual(['begun', 'over'])
  expect(failures).toEqual([])
})

test('stored bytes that are damaged cut the connection and are reported', async () => {
  source = chunks(5, (at) => {
    if (at === 3) throw new Error('damaged')
  })
  await expect(ask().then(bodyOf)).rejects.toMatchObject({ code: 'ECONNRESET' })
  await answered.promise
  expect(failures).toEqual([new Error('damaged')])
  expect(log).toEqual(['begun', 'over', 'closed'])
})

test('stored bytes that cannot be opened are answered in words, not as a file', async () => {
  const problem = new Problem('storageAway')
  source = chunks(5, () => {
    throw problem
  })
  const answer = await ask()
  expect([answer.statusCode, (await bodyOf(answer)).toString()]).toEqual([503, `${problem.textWhenRead}\n`])
  expect(answer.headers).not.toHaveProperty('content-disposition')
  expect(answer.headers).not.toHaveProperty('etag')
  expect(failures).toEqual([])
})
