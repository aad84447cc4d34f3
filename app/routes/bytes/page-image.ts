import type { LoaderFunctionArgs } from '@remix-run/node'
import { pageWidths, type PageWidth } from '#server/rules/options.ts'
import { Problem } from '#server/rules/problems.ts'
import { bytesLoader, protectedHeaders } from '../../web/bytes.server.ts'
import { versionIn } from '../../web/reading.server.ts'

/** One page as a picture with the reader's watermark in its pixels; the gate is asked for each. */
export const loader: (received: LoaderFunctionArgs) => Promise<Response> = bytesLoader(async (given) => {
  const { visitor, services, client, params, url, request } = given
  const width = pageWidths.find((one) => String(one) === (url.searchParams.get('width') ?? '1200'))
  if (!width || !/^\d{1,5}$/.test(params['Page'] ?? '')) throw new Problem('notFound')
  const identity = await visitor.identity()
  const guid = params['ShareGuid'] ?? ''
  const version = versionIn(given)
  const range = { first: Number(params['Page']), count: 1, isCounted: false, version }
  if (request.method === 'HEAD') {
    await services.viewing.screen(identity, guid, range, client)
    return new Response(null, { headers: pictureHeaders })
  }
  const image = await services.viewing.pageImage(
    identity,
    guid,
    Number(params['Page']),
    width as PageWidth,
    client,
    version,
  )
  return new Response(image.bytes as Uint8Array<ArrayBuffer>, {
    headers: {
      ...pictureHeaders,
      'Content-Type': image.mediaType,
      'Content-Length': String(image.bytes.length),
    },
  })
})

const pictureHeaders = { ...protectedHeaders, 'Content-Disposition': 'inline' }
