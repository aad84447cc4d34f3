import { PassThrough } from 'node:stream'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from '@remix-run/node'
import { renderToPipeableStream } from 'react-dom/server'
import { Nonce } from './ui/nonce.ts'

const longestRender = 10_000

/** Renders a page into one buffer, so that it leaves whole: with its length, and compressed in one go. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const body = await render(
    <Nonce.Provider value={context.nonce}>
      <RemixServer
        context={remixContext}
        url={request.url}
        nonce={context.nonce}
        abortDelay={longestRender}
      />
    </Nonce.Provider>,
  )
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(body, { status, headers })
}

function render(element: React.ReactElement): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const through = new PassThrough()
    through.on('data', (chunk: Buffer) => chunks.push(chunk))
    through.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))))
    const { pipe, abort } = renderToPipeableStream(element, {
      onAllReady() {
        clearTimeout(timer)
        pipe(through)
      },
      onShellError: reject,
      onError: reject,
    })
    const timer = setTimeout(abort, longestRender)
  })
}

/** Logs what nobody expected; expected failures are answers and never come here. */
export function handleError(
  error: unknown,
  { request, context }: LoaderFunctionArgs | ActionFunctionArgs,
): void {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  context.services.log.error({ err: error, path: new URL(request.url).pathname }, 'unexpected error')
}
