import { createServer, type RequestListener } from 'node:http'
import { BlockList, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { NoAnswer } from '#server/http/bounded-fetch.ts'
import { networksIn } from '#server/proxies.ts'
import { guardedFetch } from './guarded-fetch.ts'
import { Outgoing } from './outgoing.ts'

const limits = { maxBytes: 1000, patience: 10_000 }

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

function asking(allowed: BlockList): ReturnType<typeof guardedFetch> {
  const outgoing = new Outgoing({ allowed })
  onTestFinished(() => outgoing.close())
  return guardedFetch(outgoing, limits)
}

test('a form is sent as one, and the answer is read like any other', async () => {
  const address = await serve(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    response.writeHead(400, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify([request.method, request.headers['content-type'], Buffer.concat(chunks).toString()]),
    )
  })
  const body = new URLSearchParams({ grant_type: 'authorization_code' })
  const answer = await asking(networksIn('loopback'))(address, { method: 'POST', body })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toEqual([
    'POST',
    'application/x-www-form-urlencoded;charset=UTF-8',
    'grant_type=authorization_code',
  ])
})

test('what must not be asked, and a server that fails, are no answer', async () => {
  const address = await serve((_, response) => response.writeHead(500).end())
  await expect(asking(new BlockList())(address, {})).rejects.toThrow(NoAnswer)
  await expect(asking(networksIn('loopback'))(address, {})).rejects.toThrow(NoAnswer)
  await expect(guardedFetch(undefined, limits)(address, {})).rejects.toThrow(NoAnswer)
})
