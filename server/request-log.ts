import type { IncomingMessage, ServerResponse } from 'node:http'
import { routes } from '#app/routes.ts'
import { newGuid } from './db/guid.ts'
import { clientOf, isFromProxy, type Client } from './http/listening/node.ts'
import { networkOf } from './http/limits/network.ts'
import { withLogContext } from './log.ts'
import type { Services } from './services.ts'
import { endRequestSpan, tracedRequest, type Span, type TraceHeaders } from './tracing.ts'

export type Route = { name: string; pattern: string }

/** Asked for all the time and of no interest one by one. */
const quietRoutes = new Set<string>([
  'file',
  routes.operator.live.id,
  routes.operator.ready.id,
  routes.operator.metrics.id,
])
const reference = /^[\w-]{8,64}$/

/**
 * One request and its response, as the operator sees it: a log line, a count, a span, an ID that ties them together.
 */
export class RequestLog {
  readonly incoming: IncomingMessage
  readonly response: ServerResponse
  readonly client: Client
  readonly isFromProxy: boolean
  /** Known once the address was read. */
  route: Route = { name: routes.public.unknown.id, pattern: '/*' }
  readonly #id: string
  readonly #services: Services
  readonly #startedAt = performance.now()
  readonly #bytesBefore: number

  constructor(incoming: IncomingMessage, response: ServerResponse, services: Services) {
    const { trustedProxies } = services.config
    this.incoming = incoming
    this.response = response
    const whenOver = (then: () => void): void => void response.once('close', then)
    this.client = { ...clientOf(incoming, trustedProxies), whenOver }
    this.isFromProxy = isFromProxy(incoming, trustedProxies)
    this.#id = this.#givenId() ?? newGuid()
    this.#services = services
    this.#bytesBefore = incoming.socket.bytesWritten
    response.setHeader('X-Request-Id', this.#id)
  }

  /** Answers the request by `work`, whose log lines have its ID. */
  run(work: () => Promise<void>): Promise<void> {
    return withLogContext({ request: this.#id, from: this.client }, () =>
      tracedRequest(this.#traceHeaders(), (span) => {
        // Once, whether the response was read to its end or the client disconnected.
        this.response.once('close', () => this.#end(span))
        return work()
      }),
    )
  }

  #end(span: Span): void {
    const { log, metrics, config } = this.#services
    const { name: route, pattern } = this.route
    const { headersSent, statusCode, writableFinished } = this.response
    const method = this.incoming.method ?? ''
    const status = headersSent ? statusCode : null
    const milliseconds = performance.now() - this.#startedAt
    const bytes = this.incoming.socket.bytesWritten - this.#bytesBefore
    metrics.answered(route, method, status, milliseconds / 1000)
    if (route === routes.reading.download.id && (status === 200 || status === 206)) metrics.downloaded(bytes)
    endRequestSpan(span, { method, route, pattern, status, origin: config.publicUrl })
    const line = {
      request: this.#id,
      method,
      route,
      status,
      milliseconds: Math.round(milliseconds * 10) / 10,
      bytes,
      network: networkOf(this.client.ip),
      ...(writableFinished ? {} : { hasLeft: true }),
    }
    if (quietRoutes.has(route)) log.debug(line, 'answered')
    else log.info(line, 'answered')
  }

  /** From elsewhere an ID could be made to look like someone else's, or to write into the log. */
  #givenId(): string | null {
    const given = this.incoming.headers['x-request-id']
    return this.isFromProxy && typeof given === 'string' && reference.test(given) ? given : null
  }

  #traceHeaders(): TraceHeaders {
    const { traceparent, tracestate } = this.incoming.headers
    if (!this.isFromProxy || typeof traceparent !== 'string') return {}
    return { traceparent, ...(typeof tracestate === 'string' ? { tracestate } : {}) }
  }
}
