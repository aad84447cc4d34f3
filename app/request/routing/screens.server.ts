import {
  createRequestHandler,
  type AppLoadContext,
  type LoaderFunction,
  type LoaderFunctionArgs,
  type RequestHandler,
  type ServerBuild,
} from '@remix-run/node'
import * as build from 'virtual:remix/server-build'
import { plainAnswer } from '#server/http/plain.ts'
import { problems } from '#server/rules/problems.ts'
import { handleError } from '#app/entry.server.tsx'
import { routes, type Route } from '#app/routes.ts'
import { writeDataWhenRead } from './handed-over.server.ts'
import { parametersOf } from './matching.ts'

writeDataWhenRead()

const whole = build as unknown as ServerBuild

/**
 * The screens as Remix answers them. Its router ranks every route again three times in a request, which takes
 * a quarter of the time of an ordinary page: here it is given the one route that an address leads to, what
 * surrounds it, and the page for what leads nowhere, should it read the address otherwise.
 */
export class Screens {
  readonly #handlers = new Map<string, RequestHandler>()

  /** The build that is served: pages of another one are reloaded. */
  get buildId(): string {
    return whole.assets.version
  }

  /** Answers a request for a route. */
  handle(route: Route, request: Request, context: AppLoadContext): Promise<Response> {
    const reading = request.method === 'GET' || request.method === 'HEAD'
    const load = reading && !context.isForData && loaderOfBytes(route)
    if (load) {
      const params = parametersOf(route, new URL(request.url).pathname)
      return answerOf(load, { request, context, params })
    }
    const { id } = route
    let handler = this.#handlers.get(id)
    if (!handler) {
      handler = createRequestHandler(onlyWith(new Set([id, routes.public.unknown.id])), 'production')
      this.#handlers.set(id, handler)
    }
    return handler(request, context)
  }
}

/** The loader of an address that has no page: of page images, downloads and the like. */
function loaderOfBytes({ id }: Route): LoaderFunction | undefined {
  const { default: page, ErrorBoundary, loader } = whole.routes[id]?.module ?? {}
  return page || ErrorBoundary ? undefined : loader
}

/** What a loader answers when nothing stands around it: Remix would match and copy the request four times for it. */
async function answerOf(load: LoaderFunction, args: LoaderFunctionArgs): Promise<Response> {
  const answer = await answered(async () => load(args))
  const response = answer instanceof Response ? answer : unexpected(answer, args)
  if (args.request.method !== 'HEAD') return response
  return new Response(null, { headers: response.headers, status: response.status })
}

/** What is returned or thrown: a response, or else an unexpected failure. */
async function answered(load: () => Promise<unknown>): Promise<unknown> {
  try {
    return await load()
  } catch (error) {
    return error
  }
}

function unexpected(error: unknown, args: LoaderFunctionArgs): Response {
  handleError(error, args)
  return plainAnswer(problems.unexpected.text, problems.unexpected.http)
}

/** The build with some routes only, and those around them. */
function onlyWith(names: ReadonlySet<string>): ServerBuild {
  const kept = new Set<string>()
  for (const name of names)
    for (let id: string | undefined = name; id; id = whole.routes[id]?.parentId) kept.add(id)
  const routes = keep(whole.routes, kept)
  return { ...whole, routes, assets: { ...whole.assets, routes: keep(whole.assets.routes, kept) } }
}

function keep<T extends object>(all: T, ids: ReadonlySet<string>): T {
  return Object.fromEntries(Object.entries(all).filter(([id]) => ids.has(id))) as T
}
