import { transcode } from 'node:buffer'
import { PassThrough } from 'node:stream'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from '@remix-run/node'
import { renderToPipeableStream, renderToStaticMarkup } from 'react-dom/server'
import { withUnseenLinks } from '#server/http/unseen.ts'
import { routeAt } from '#app/request/routing/matching.ts'
import { Nonce } from './ui/nonce.ts'
import { Reference } from './ui/reference.ts'
import { shipsScript } from './ui/ships-script.ts'
import { WithoutScript } from './ui/static/without-script.ts'

const maxRender = 10_000

/** Renders a page as a whole, so that it leaves whole: with its length, and compressed in one go. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const body = hasScript(remixContext)
    ? await render(page(remixContext, request, context))
    : // Nothing to hand over to a browser: half the work of the streaming renderer, and no marks for hydration.
      bytesOf(
        `<!DOCTYPE html>${renderToStaticMarkup(
          <WithoutScript.Provider value>
            {page({ ...remixContext, serverHandoffStream: undefined }, request, context)}
          </WithoutScript.Provider>,
        )}`,
      )
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const reader = { userAgent: request.headers.get('user-agent') ?? '', now: context.services.clock() }
  return new Response(withUnseenLinks(body, reader) ?? body, { status, headers })
}

/**
 * As bytes, since a text is looked through twice on its way into a Response: in two steps, which together take a third
 * less time than the one of `Buffer.from`.
 */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return transcode(Buffer.from(text.toWellFormed(), 'utf16le'), 'utf16le', 'utf8')
}

function page(remixContext: EntryContext, { url }: Request, { nonce, reference }: AppLoadContext) {
  return (
    <Nonce.Provider value={nonce}>
      <Reference.Provider value={reference}>
        <RemixServer context={remixContext} url={url} nonce={nonce} abortDelay={maxRender} />
      </Reference.Provider>
    </Nonce.Provider>
  )
}

function hasScript({ staticHandlerContext, routeModules }: EntryContext): boolean {
  const { matches, loaderData } = staticHandlerContext
  return shipsScript(
    matches.map(({ route: { id } }) => ({ handle: routeModules[id]?.handle, data: loaderData[id] })),
  )
}

function render(element: React.ReactElement): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const through = new PassThrough()
    through.on('data', (chunk: Buffer) => chunks.push(chunk))
    through.on('end', () => resolve(Buffer.concat(chunks)))
    const { pipe, abort } = renderToPipeableStream(element, {
      onAllReady() {
        clearTimeout(timer)
        pipe(through)
      },
      onShellError: reject,
      onError: reject,
    })
    const timer = setTimeout(abort, maxRender)
  })
}

/** Logs what no one expected; expected failures are answers and never come here. */
export function handleError(
  error: unknown,
  { request, context }: LoaderFunctionArgs | ActionFunctionArgs,
): void {
  if (isRouteErrorResponse(error)) return
  context.services.log.error(
    { err: error, route: routeAt(new URL(request.url).pathname).id },
    'unexpected error',
  )
}
