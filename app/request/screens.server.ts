import {
  createRequestHandler,
  type AppLoadContext,
  type RequestHandler,
  type ServerBuild,
} from '@remix-run/node'
import * as build from 'virtual:remix/server-build'
import { routes, type Route } from '#app/routes.ts'

const whole = build as unknown as ServerBuild

/**
 * The screens as Remix answers them. Its router ranks every route again three times in a request, which takes
 * a quarter of the time of an ordinary page: here it is given the one route that an address leads to, what
 * surrounds it, and the page for what leads nowhere, should it read the address otherwise.
 */
export class Screens {
  readonly #handlers = new Map<string, RequestHandler>()

  /** The build that is served: pages of another one are told to load again. */
  get buildId(): string {
    return whole.assets.version
  }

  /** Answers a request for a route. */
  handle({ id }: Route, request: Request, context: AppLoadContext): Promise<Response> {
    let handler = this.#handlers.get(id)
    if (!handler) {
      handler = createRequestHandler(onlyWith(new Set([id, routes.public.unknown.id])), 'production')
      this.#handlers.set(id, handler)
    }
    return handler(request, context)
  }
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
