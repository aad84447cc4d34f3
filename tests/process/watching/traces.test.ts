import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pdf } from '#tests/support/files/documents.ts'
import { password } from '#tests/support/world/make.ts'
import { patience } from '#tests/support/world/patience.ts'
import { ServerProcess } from '#tests/support/servers/server-process.ts'
import { openWhenRendered } from './rendered.ts'

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } }
type Span = { name: string; traceId: string; spanId: string; parentSpanId?: string; attributes: Attribute[] }
type Sent = {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }[]
}

/** What a collector is: it takes what is posted, and keeps it. */
let collector: Server
let endpoint: string
let sent: { path: string; body: string }[]
let dataDir: string

beforeEach(async () => {
  sent = []
  collector = createServer((request, response) => {
    void textOf(request).then((body) => {
      sent.push({ path: request.url ?? '', body })
      response.setHeader('content-type', 'application/json').end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  dataDir = await mkdtemp(path.join(tmpdir(), 'strongroom-test-'))
})

afterEach(async () => {
  collector.closeAllConnections()
  collector.close()
  await rm(dataDir, { recursive: true, force: true })
})

function traced(more: Record<string, string> = {}): Promise<ServerProcess> {
  const env = {
    LOG_LEVEL: 'trace',
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_SERVICE_NAME: 'files-of-the-test',
    ...more,
  }
  return ServerProcess.start(dataDir, { env })
}

function resourceSpans(): Sent['resourceSpans'] {
  return sent.flatMap(({ body }) => (JSON.parse(body) as Sent).resourceSpans)
}

function spans(): Span[] {
  return resourceSpans().flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
}

function named(name: string): Span {
  const found = spans().findLast((span) => span.name === name)
  if (!found)
    throw new Error(
      `No span ${name} among ${spans()
        .map((span) => span.name)
        .join(', ')}`,
    )
  return found
}

function attributesOf({ attributes }: { attributes: Attribute[] }): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))
}

test('a collector gets a span for each request, job and rendering, sent before the process ends', async () => {
  const server = await traced()
  const browser = await server.browser().open('/access/register')
  await browser.send('register', {
    email: 'olivia@example.org',
    firstName: 'Olivia',
    lastName: 'Ortega',
    password,
  })
  await browser.open('/share')
  const file = { name: 'contract.pdf', type: 'application/pdf', bytes: pdf(['Page one']) }
  await browser.send('share', { visibility: 'public', recipients: '', file })
  const guid = browser.url.pathname.slice('/s/'.length)
  expect(guid).toMatch(/^[0-9a-f]{32}$/)
  await openWhenRendered(server.browser(), `/file/${guid}?from=${guid}`)
  await server.kill('SIGTERM')

  expect(sent.map((one) => one.path)).toContain('/v1/traces')
  expect(new Set(sent.map((one) => one.path)).size).toBe(1)
  expect(attributesOf(resourceSpans()[0]!.resource)).toMatchObject({ 'service.name': 'files-of-the-test' })
  expect(attributesOf(named('GET reading.entry'))).toMatchObject({
    'http.request.method': 'GET',
    'http.route': '/file/:ShareGuid',
    'http.response.status_code': 200,
  })
  const [job, rendering, form] = [named('job render'), named('render pdf'), named('POST shares.new')]
  expect(rendering.parentSpanId).toBe(job.spanId)
  expect(job.parentSpanId ?? '').toBe('')
  expect(job.traceId).not.toBe(form.traceId)
  const everything = sent.map(({ body }) => body).join('')
  for (const secret of [guid, 'olivia', password, 'contract.pdf']) expect(everything).not.toContain(secret)
})

const outside = { id: '4bf92f3577b34da6a3ce929d0e0e4736', span: '00f067aa0ba902b7' }
const headers = { traceparent: `00-${outside.id}-${outside.span}-01` }

/** The span of a request that says it belongs to the trace of someone else. */
async function spanOf(more: Record<string, string>): Promise<Span> {
  // Sent at once: what a process still has to send when it ends, it may give up on a busy machine.
  const server = await traced({ OTEL_BSP_SCHEDULE_DELAY: '10', ...more })
  await fetch(`${server.origin}/version`, { headers })
  const span = await vi.waitFor(() => named('GET public.version'), patience)
  await server.kill('SIGTERM')
  return span
}

test('a trusted proxy can begin the trace', async () => {
  const span = await spanOf({ TRUST_PROXY: 'loopback' })
  expect(span).toMatchObject({ traceId: outside.id, parentSpanId: outside.span })
})

test('no one else may', async () => {
  const span = await spanOf({ TRUST_PROXY: '192.0.2.1' })
  expect(span.traceId).not.toBe(outside.id)
  expect(span.parentSpanId ?? '').toBe('')
})

test('a collector that is away harms nothing, and the process says so in its log only', async () => {
  collector.close()
  const server = await traced({ OTEL_BSP_SCHEDULE_DELAY: '10', OTEL_LOG_LEVEL: 'debug' })
  for (let round = 0; round < 5; round++) {
    const answer = await fetch(`${server.origin}/version`)
    await answer.arrayBuffer()
    expect(answer.status).toBe(200)
  }
  await server.kill('SIGTERM')
  const others = server.log.filter((line) => !line.startsWith('{"level":'))
  expect(others).toEqual([])
})

test('without the variables nothing is traced', async () => {
  const server = await traced({ OTEL_EXPORTER_OTLP_ENDPOINT: '' })
  await fetch(`${server.origin}/version`)
  await server.kill('SIGTERM')
  expect(sent).toEqual([])
})
