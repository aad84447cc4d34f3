import { afterEach, expect, test } from 'vitest'
import { startDns, type DnsDouble } from '#tests/support/servers/dns-double.ts'
import { proofName, textsFrom } from './domain-proof.ts'

const open: DnsDouble[] = []
afterEach(() => Promise.all(open.splice(0).map((server) => server.close())))

const name = proofName('example.com')
const text = 'strongroom-team=abc'

/** A name server that knows the text of the name, or none, or that fails. */
async function nameServer({ knows = false, failure = 0 } = {}): Promise<string> {
  const server = await startDns()
  open.push(server)
  if (knows) server.texts.set(name, text)
  server.fail(failure)
  return server.address
}

test('the text of a name comes from the configured server', async () => {
  expect(await textsFrom([await nameServer({ knows: true })])(name)).toEqual([text])
})

test('a name that does not exist has none', async () => {
  expect(await textsFrom([await nameServer()])(name)).toEqual([])
})

test.each([
  ['fails', 2],
  ['refuses', 5],
])('a server that %s says nothing about the domain', async (_what, failure) => {
  expect(await textsFrom([await nameServer({ knows: true, failure })])(name)).toBeNull()
})

test('where no server listens, nothing is known', async () => {
  const server = await nameServer({ knows: true })
  await open.pop()!.close()
  expect(await textsFrom([server])(name)).toBeNull()
})

test('of two servers the second answers when the first is down', async () => {
  const [down, up] = [await nameServer({ failure: 2 }), await nameServer({ knows: true })]
  expect(await textsFrom([down, up])(name)).toEqual([text])
  expect(await textsFrom([up, down])(name)).toEqual([text])
})
