import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { LyingProvider } from '#tests/support/providers/lying-provider.ts'
import { OpenId, type OpenIdConnection } from './open-id.ts'
import { newFlowSecrets } from '#server/accounts/sign-in/sign-in-flows.ts'

let now: number
let lines: string[]
let provider: LyingProvider
let connection: OpenIdConnection

beforeEach(async () => {
  now = Date.parse('2027-03-01T10:00:00Z')
  lines = []
  provider = await LyingProvider.start()
  connection = {
    ...provider.config,
    redirectUri: new URL('https://files.example.com/access/callback/sso'),
  }
})

function makeOpenId(patience?: number): OpenId {
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  return new OpenId({ clock: () => now, log, ...(patience === undefined ? {} : { patience }) })
}

test('what a provider says of itself is asked for once an hour, also by many at once', async () => {
  let requests = 0
  provider.lies = {
    document(document) {
      requests++
      return document
    },
  }
  const openId = makeOpenId()
  await Promise.all(Array.from({ length: 20 }, () => openId.begin(connection, newFlowSecrets())))
  expect(requests).toBe(1)
  now += 3_600_000 - 1
  await openId.begin(connection, newFlowSecrets())
  expect(requests).toBe(1)
  now += 1
  await openId.begin(connection, newFlowSecrets())
  expect(requests).toBe(2)
})

test('a provider that is silent is given up, and asked again the next time', async () => {
  const openId = makeOpenId(0.05)
  provider.lies = { isSilent: true }
  await expect(openId.begin(connection, newFlowSecrets())).rejects.toMatchObject({ problem: 'providerAway' })
  expect(lines.join('')).toContain('aborted due to timeout')
  provider.lies = {}
  expect((await makeOpenId().begin(connection, newFlowSecrets())).origin).toBe(provider.issuer)
})

test('connections of other clients at the same server are kept apart', async () => {
  const openId = makeOpenId()
  await openId.begin(connection, newFlowSecrets())
  const other = await openId.begin({ ...connection, clientId: 'other' }, newFlowSecrets())
  expect(other.searchParams.get('client_id')).toBe('other')
})

test('the log says why an answer was refused, and holds neither token nor secret', async () => {
  const openId = makeOpenId()
  const flow = newFlowSecrets()
  const back = provider.signIn((await openId.begin(connection, flow)).href)
  provider.lies = { claims: (claims) => ({ ...claims, aud: 'another' }) }
  const answer = new URL(back, 'https://files.example.com').searchParams
  await expect(openId.finish(connection, flow, answer)).rejects.toMatchObject({ problem: 'signInFailed' })
  const line = lines.join('')
  expect(line).toContain('unexpected JWT claim value encountered')
  for (const secret of [flow.state, flow.nonce, flow.verifier, connection.clientSecret, 'lena@', 'eyJ']) {
    expect(line).not.toContain(secret)
  }
})
