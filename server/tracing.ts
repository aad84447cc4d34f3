import {
  context,
  diag,
  DiagLogLevel,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
} from '@opentelemetry/api'
import type { Log } from './log.ts'

export type { Span } from '@opentelemetry/api'
export type TraceHeaders = { traceparent?: string; tracestate?: string }

const tracer = trace.getTracer('strongroom')
const patience = 3_000

/**
 * Sends spans where the OTEL_ variables say. Its packages are loaded here, so that an installation without traces does
 * without them. Answers a function that sends the last spans and ends it.
 */
export async function startTracing(log: Log): Promise<() => Promise<void>> {
  const { startNodeSdk } = await import('@opentelemetry/sdk-node')
  // Spans only: metrics are read at /metrics, the log goes to stdout.
  const sdk = startNodeSdk({ logLevel: 'none', metricReaders: [], logRecordProcessors: [] })
  // A collector that is down is not this process's fault, and not for the console.
  const say = (message: string): void => log.debug({ reason: message.slice(0, 500) }, 'traces')
  const quiet = (): void => undefined
  diag.setLogger(
    { error: say, warn: say, info: quiet, debug: quiet, verbose: quiet },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
  return async () => {
    const waited = Promise.withResolvers<void>()
    const timer = setTimeout(waited.resolve, patience)
    await Promise.race([sdk.shutdown().catch(say), waited.promise])
    clearTimeout(timer)
  }
}

/** A piece of work as a span. A failure marks it; its message stays in the log. */
export function traced<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  return tracer.startActiveSpan(name, { attributes }, (span) => ended(span, work))
}

/** Like `traced`, for work that belongs to nothing in progress: a job, no matter what woke it. */
export function tracedAlone<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  const options = { attributes, root: true, kind: SpanKind.CONSUMER }
  return tracer.startActiveSpan(name, options, (span) => ended(span, work))
}

/** A request as a span, which continues the trace in these headers; endRequestSpan ends it. */
export function tracedRequest<T>(headers: TraceHeaders, work: (span: Span) => Promise<T>): Promise<T> {
  const parent = propagation.extract(ROOT_CONTEXT, headers)
  const span = tracer.startSpan('request', { kind: SpanKind.SERVER }, parent)
  return context.with(trace.setSpan(parent, span), () => work(span))
}

/**
 * `status` is null if the client disconnected before there was one; `pattern` is the address without its parameters.
 */
export type Answered = {
  method: string
  route: string
  pattern: string
  status: number | null
  origin: URL
}

export function endRequestSpan(span: Span, { method, route, pattern, status, origin }: Answered): void {
  span.updateName(`${method} ${route}`)
  span.setAttributes({
    'http.request.method': method,
    'http.route': pattern,
    'url.scheme': origin.protocol.slice(0, -1),
    'server.address': origin.hostname,
    ...(status === null ? {} : { 'http.response.status_code': status }),
  })
  if (status === null || status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

async function ended<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR })
    if (error instanceof Error) span.setAttribute('error.type', error.name)
    throw error
  } finally {
    span.end()
  }
}
