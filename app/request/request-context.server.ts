import type { LoaderFunctionArgs } from '@remix-run/node'
import type { Context } from './context.ts'

/** What every loader and action gets; `Params` are the parameters of its address, from the table of addresses. */
export type RequestContext<Params = object> = Context & {
  request: Request
  url: URL
  params: Params
  /** Epoch milliseconds of this request. */
  now: number
}

export function requestContext({ request, params, context }: LoaderFunctionArgs): RequestContext {
  return { ...context, request, url: new URL(request.url), params, now: context.services.clock() }
}
