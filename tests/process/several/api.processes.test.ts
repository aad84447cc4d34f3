import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { tokenCalls } from '#server/rules/accounts/tokens/token-scopes.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { overHttp } from '#tests/support/servers/over-http.ts'
import { Cluster } from '#tests/support/servers/cluster.ts'
import { tokenOf } from '#tests/process/remote/client.ts'
import { makeOperator, operatorEmail, password } from '#tests/support/world/make.ts'

let cluster: Cluster
let operator: Browser

beforeAll(async () => {
  cluster = await Cluster.start(2)
  operator = await makeOperator(cluster)
})
afterEach(() => cluster.only(null))
afterAll(() => cluster.close())

type Said = Record<string, unknown>

/** A call at one of the processes. */
async function call(
  at: number,
  path: string,
  token: string,
  fields?: Said,
  headers: Record<string, string> = {},
) {
  const { origin } = cluster.servers[at % cluster.servers.length]!
  const request = new Request(new URL(path, origin), {
    ...(fields && { method: 'POST', body: JSON.stringify(fields) }),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
  })
  const response = await overHttp(request)
  return { http: response.status, headers: response.headers, said: (await response.json()) as Said }
}

test('a token made at one process is good at the other, and ends at both', async () => {
  const { said } = await call(0, '/v2/account/token', '', { Email: operatorEmail, Password: password })
  const token = String(said['AccessToken'])
  expect((await call(1, '/v1/account/validate', token)).said['StatusCode']).toBe(10000)
  await call(1, '/v1/account/logout', token, {})
  for (const at of [0, 1]) expect((await call(at, '/v1/account/validate', token)).http).toBe(401)
})

test('calls of an access token are counted together', async () => {
  const token = await tokenOf(operator)
  const left: number[] = []
  for (const at of [0, 1, 0, 1]) {
    const { headers } = await call(at, '/v3/users/info', token)
    left.push(Number(/;r=(\d+);/.exec(headers.get('ratelimit') ?? '')?.[1]))
  }
  expect(left).toEqual([1, 2, 3, 4].map((made) => tokenCalls.count - made))
})

test('a call sent to both at the same moment with one Idempotency-Key is made once', async () => {
  const token = await tokenOf(operator)
  const key = { 'idempotency-key': 'one-room' }
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      call(at, '/v2/folder/create/root', token, { DocumentPath: 'Alba' }, key),
    ),
  )
  expect(new Set(answers.map(({ said }) => JSON.stringify(said))).size).toBe(1)
  expect(answers[0]!.said['StatusCode']).toBe(20000)
  const repeated = answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')
  expect(repeated).toHaveLength(9)
  expect((await call(1, '/v2/folder/list', token)).said['TotalCount']).toBe(1)
})
