import { request as startRequest } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { describe, expect, test, vi } from 'vitest'
import { problems } from '#server/rules/problems.ts'
import { TrustedProxies } from '#server/proxies.ts'
import { startApp } from '#tests/support/world/app.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import '#tests/support/world/console.ts'
import { makeShare, openPublicShare } from '#tests/support/world/make.ts'

const token = 'metrics-token-0123456789'
const reference = /^[0-9a-f]{32}$/

const { app, operator } = await makeWorld({
  config: { metricsToken: token, trustedProxies: TrustedProxies.parse('127.0.0.2') },
})
const watcher = { headers: { authorization: `Bearer ${token}` } }
const port = Number(new URL((await app.strongroom.listen(0)).url).port)

type Answer = { status: number; headers: Record<string, unknown>; body: string }

/** A request over a real connection: who connects decides, and `localAddress` says who that is. */
function ask(
  path: string,
  {
    headers = {},
    method = 'GET',
    localAddress = '127.0.0.1',
    to = port,
  }: { headers?: Record<string, string>; method?: string; localAddress?: string; to?: number } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    startRequest(
      { host: '127.0.0.1', port: to, path, method, headers, localAddress, agent: false },
      (response) => {
        textOf(response).then(
          (body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
          reject,
        )
      },
    )
      .on('error', reject)
      .end()
  })
}

/** What everyone gets again with each page says nothing: nonces, form tokens, ids, the time. */
function withoutChance({ status, headers, body }: Answer): unknown {
  const { date: _, 'x-request-id': _id, 'set-cookie': _cookie, ...kept } = headers
  const policy = String(headers['content-security-policy'] ?? '').replace(/'nonce-[^']*'/, '')
  return {
    status,
    headers: { ...kept, 'content-security-policy': policy },
    body: body.replace(/[\w+/=-]{80,}/g, '…'),
  }
}

describe('GET /health/live', () => {
  test('says ok while the process answers, and asks neither database nor storage', async () => {
    const report = vi.spyOn(app.strongroom.services.health, 'report')
    const find = vi.spyOn(app.strongroom.services.accounts.sessions, 'find')
    expect(await ask('/health/live')).toMatchObject({ status: 200, body: 'ok\n' })
    expect([report.mock.calls.length, find.mock.calls.length]).toEqual([0, 0])
    report.mockRestore()
    find.mockRestore()
  })
})

describe('GET /health/ready', () => {
  test('is one word for anyone who has no token, from this machine too', async () => {
    expect(await ask('/health/ready')).toMatchObject({ status: 200, body: 'ready\n' })
  })

  test('is each check with its state and milliseconds for anyone who shows the token', async () => {
    const { status, body } = await ask('/health/ready', watcher)
    expect(status).toBe(200)
    const good = { state: 'good', milliseconds: expect.any(Number) }
    expect(JSON.parse(body)).toMatchObject({
      ready: true,
      checks: { database: good, storage: good, disk: { freeBytes: expect.any(Number) }, queue: good },
      confinement: expect.stringMatching(/^(namespaces|landlock|none)$/),
    })
  })

  test('is 503 and "not ready" when a check fails, and says which to those who watch', async () => {
    const { health } = app.strongroom.services
    const { checks } = await health.report()
    const failed = { isReady: false, checks: { ...checks, database: { state: 'failed', milliseconds: 1 } } }
    const report = vi.spyOn(health, 'report').mockResolvedValue(failed as never)
    expect(await ask('/health/ready')).toMatchObject({ status: 503, body: 'not ready\n' })
    const told = await ask('/health/ready', watcher)
    expect([told.status, JSON.parse(told.body).checks.database.state]).toEqual([503, 'failed'])
    report.mockRestore()
  })
})

describe('GET /metrics', () => {
  test('is what Prometheus reads, for anyone who shows the token', async () => {
    const { status, headers, body } = await ask('/metrics', watcher)
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
    expect(body).toMatch(/^strongroom_sessions 1$/m)
    expect(body).toMatch(/^strongroom_check_good\{check="database"\} 1$/m)
  })

  test('counts what happened, by names and never by addresses', async () => {
    const guid = await makeShare(app, operator, { visibility: 'public', download: 'yes', watermark: 'off' })
    const visitor = await openPublicShare(app, guid)
    const cookie = visitor.cookies.header(visitor.url) ?? ''
    const { status, body: copy } = await ask(`/view/${guid}/download`, { headers: { cookie } })
    expect(status).toBe(200)
    const { body } = await ask('/metrics', watcher)
    const value = (name: string): number =>
      Number(
        body
          .split('\n')
          .find((line) => line.startsWith(`${name} `))
          ?.split(' ')[1],
      )
    expect(value('strongroom_http_requests_total{route="reading.download",method="GET",status="200"}')).toBe(
      1,
    )
    expect(value('strongroom_downloaded_bytes_total')).toBeGreaterThan(copy.length)
    expect(value('strongroom_uploaded_bytes_total')).toBeGreaterThan(500)
    expect(value('strongroom_rendering_seconds_count{kind="pdf",state="rendered"}')).toBe(1)
    expect(value('strongroom_jobs_total{kind="render",outcome="done"}')).toBe(1)
    expect(body).not.toContain(guid)
  })

  test.each([
    ['on this machine, which a proxy that adds nothing looks like', {}],
    ['through a proxy on this machine', { headers: { 'x-forwarded-for': '127.0.0.1' } }],
    ['by HEAD', { method: 'HEAD' }],
    ['by POST', { method: 'POST' }],
  ])('is an unknown address to a stranger: %s', async (_, how) => {
    for (const path of ['/metrics', '/metrics/', '/METRICS', '/m%65trics', '/metrics?x=1', '/metrics//']) {
      const unknown = withoutChance(await ask(path.replace(/m[^/?]*s/i, 'nothing'), how))
      expect([path, withoutChance(await ask(path, how))]).toEqual([path, unknown])
    }
    const unknown = withoutChance(await ask('/nothing.data', how))
    expect(withoutChance(await ask('/metrics.data', how))).toEqual(unknown)
  })

  test('is an unknown address to someone who is signed in: it leads home', async () => {
    const how = { headers: { cookie: operator.cookies.header(operator.url) ?? '' } }
    const answer = await ask('/metrics', how)
    expect(answer.status).toBe(303)
    expect(withoutChance(answer)).toEqual(withoutChance(await ask('/nothing', how)))
  })

  test('is for those who show the whole token, from wherever they come, and for no one else', async () => {
    const show = (authorization: string, more: Record<string, string> = {}) =>
      ask('/metrics', { headers: { authorization, ...more } })
    expect((await show(`Bearer ${token}`, { 'x-forwarded-for': '203.0.113.9' })).status).toBe(200)
    expect((await show(`bearer ${token}`)).status).toBe(200)
    const unknown = withoutChance(await ask('/nothing'))
    for (const wrong of [
      '',
      'Bearer',
      `Bearer ${token}x`,
      `Bearer ${token.slice(1)}`,
      token,
      `Basic ${token}`,
    ])
      expect([wrong, withoutChance(await show(wrong))]).toEqual([wrong, unknown])
  })

  test('is for no one where no token is set', async () => {
    const other = await startApp()
    const to = Number(new URL((await other.strongroom.listen(0)).url).port)
    const unknown = withoutChance(await ask('/nothing', { to }))
    for (const authorization of ['Bearer', 'Bearer null', 'Bearer undefined', 'Bearer ""'])
      expect(withoutChance(await ask('/metrics', { to, headers: { authorization } }))).toEqual(unknown)
    expect((await ask('/health/ready', { to })).body).toBe('ready\n')
  })
})

describe('the id of a request', () => {
  test('is in the headers of every answer, and a new one each time', async () => {
    const ids = []
    for (const path of ['/home', '/health/live', '/favicon.svg', '/nothing'])
      ids.push((await ask(path)).headers['x-request-id'])
    ids.push((await ask('/home', { method: 'TRACE' })).headers['x-request-id'])
    for (const id of ids) expect(id).toMatch(reference)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('comes from a trusted proxy where that sends one that looks like one, and from no one else', async () => {
    const headers = { 'x-request-id': 'proxy_request-0001' }
    const given = async (how: Parameters<typeof ask>[1]) => (await ask('/home', how)).headers['x-request-id']
    expect(await given({ headers, localAddress: '127.0.0.2' })).toBe('proxy_request-0001')
    expect(await given({ headers })).toMatch(reference)
    for (const odd of ['short', 'x'.repeat(65), 'with space', '{"a":"b"}', 'a;b;c;d;e;f'])
      expect(await given({ headers: { 'x-request-id': odd }, localAddress: '127.0.0.2' })).toMatch(reference)
  })

  test('is on the page of an unexpected failure, so that a person can quote it, and on no other page', async () => {
    const { sent: shares } = app.strongroom.services.shares
    const list = vi.spyOn(shares, 'list').mockRejectedValue(new Error('broken on purpose'))
    const how = { headers: { cookie: operator.cookies.header(operator.url) ?? '' } }
    const failed = await ask('/s', how)
    list.mockRestore()
    expect(failed.status).toBe(500)
    expect(failed.body.replace(/<!-- -->/g, '')).toContain(
      `Reference: ${String(failed.headers['x-request-id'])}`,
    )
    expect((await ask('/nothing', how)).body).not.toContain('Reference')
  })

  test.each(['GET', 'HEAD'])(
    '%s of what has no page: an unexpected failure is a plain answer',
    async (method) => {
      const guid = await makeShare(app, operator, { visibility: 'public' })
      const visitor = await openPublicShare(app, guid)
      const error = vi.spyOn(app.strongroom.services.log, 'error').mockReturnValue()
      const broken = new Error('broken on purpose')
      const screen = vi.spyOn(app.strongroom.services.viewing.pages, 'screen').mockRejectedValue(broken)
      const failed = await visitor.fetch(`/view/${guid}/pages`, { method })
      screen.mockRestore()
      expect(failed.status).toBe(500)
      expect(Object.fromEntries(failed.headers)).toMatchObject({
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
      expect(await failed.text()).toBe(method === 'GET' ? `${problems.unexpected.text}\n` : '')
      expect(error.mock.calls).toEqual([[{ err: broken, route: 'reading.pageSizes' }, 'unexpected error']])
      error.mockRestore()
    },
  )
})
