import type { Server } from 'node:http'
import { fileURLToPath } from 'node:url'
import { Application } from './application.ts'
import { readConfig, type Config } from './config.ts'
import { RequestLog } from './request-log.ts'
import { Ending } from './http/listening/ending.ts'
import { makeListening } from './http/listening/listening.ts'
import { FormTooLong, readBody, refusal, send, toRequest, type Client } from './http/listening/node.ts'
import { plainAnswer, plainRefusal } from './http/plain.ts'
import { StaticFiles } from './http/files/static.ts'
import type { ThreadSource } from './db/sqlite/thread-source.ts'
import { makeLog } from './log.ts'
import type { RenderEngine } from './rendering/engine.ts'
import { Problem, problems } from './rules/problems.ts'
import { openServices, type Services } from './services.ts'
import { startTracing } from './tracing.ts'

export type Strongroom = {
  services: Services
  /** The whole application as one function. */
  handle(request: Request, client?: Client): Promise<Response>
  listen(port?: number): Promise<{ url: string }>
  close(): Promise<void>
}

export type StrongroomOptions = {
  config?: Partial<Config>
  clock?: () => number
  /** What draws pages, where several installations of one process share it; it stays when they close. */
  engine?: RenderEngine
  /** Where the threads of SQLite come from, where one process opens many installations. */
  threads?: ThreadSource
  /** The files of the client, where they are loaded already. */
  files?: StaticFiles
}

/** The files of the client that was built with this server. */
export function loadClient(): StaticFiles {
  return StaticFiles.load(fileURLToPath(new URL('../client', import.meta.url)))
}

/** Opens the data folder and builds the application; nothing listens and no job runs before `listen`. */
export async function createStrongroom({
  config: wanted,
  clock = Date.now,
  engine,
  threads,
  files: loaded,
}: StrongroomOptions = {}): Promise<Strongroom> {
  const config = Object.freeze({ ...readConfig(), ...wanted })
  const log = makeLog(config.logLevel)
  const endTracing = config.isTraced ? await startTracing(log) : null
  const services = await openServices(config, clock, log, { engine, threads })
  const files = loaded ?? loadClient()
  const application = new Application(services, files)
  const running = new Set<Ending>()
  return {
    services,
    handle: (request, client) => application.handle(request, client),
    async listen(port = config.port) {
      const { server, ending } = makeServer(application, services)
      running.add(ending)
      await services.files.resumable.releaseLeft()
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, config.host, waitingConnections, resolve)
      })
      services.jobs.start()
      const address = server.address()
      return { url: `http://${config.host}:${typeof address === 'object' ? address?.port : port}` }
    },
    async close() {
      await Promise.all([...running].map((ending) => ending.run()))
      await services.close()
      await endTracing?.()
    },
  }
}

/** Many connections at once wait here; clients without a slot get in seconds later. The system may allow less. */
const waitingConnections = 4096

function makeServer(application: Application, services: Services): { server: Server; ending: Ending } {
  const server = makeListening()
  const ending = new Ending(server)
  server.on('request', (incoming, response) => {
    const exchange = new RequestLog(incoming, response, services)
    void exchange.run(() =>
      answer(application, services, exchange, ending).catch((error: unknown) => {
        services.log.error({ err: error }, 'an answer broke off')
        if (!response.writableEnded) response.destroy()
      }),
    )
  })
  return { server, ending }
}

async function answer(
  application: Application,
  services: Services,
  exchange: RequestLog,
  ending: Ending,
): Promise<void> {
  const { incoming, response } = exchange
  const answered =
    refusal(incoming) ??
    (await answerTo(application, services, exchange).catch((error: unknown) => {
      // The client has left. `incoming.destroyed` would not tell: it is so of every body that was read to its end.
      if (response.destroyed) return null
      services.log.error({ err: error }, 'unexpected error')
      return plainAnswer(problems.unexpected.text, problems.unexpected.http)
    }))
  if (!answered) return
  ending.tell(response)
  await send(answered, response, {
    isHead: incoming.method === 'HEAD',
    acceptEncoding: String(incoming.headers['accept-encoding'] ?? ''),
  })
}

async function answerTo(
  application: Application,
  { config }: Services,
  exchange: RequestLog,
): Promise<Response> {
  const { incoming, client, isFromProxy } = exchange
  const bare = toRequest(incoming, { origin: config.publicUrl.origin, isFromProxy })
  exchange.route = application.routeOf(bare)
  if (application.takesFiles(bare)) return application.handle(bare, client, { upload: incoming })
  try {
    const body = await readBody(incoming)
    return application.handle(body ? new Request(bare, { body, method: bare.method }) : bare, client)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (application.isCall(bare)) return application.handle(bare, client, { problem: error })
    if (error instanceof FormTooLong) {
      const begun = new Request(bare, { body: error.kept, method: bare.method })
      return application.handle(begun, client, { problem: error })
    }
    return plainRefusal(error)
  }
}
