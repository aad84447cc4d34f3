import type { LoaderFunctionArgs } from '@remix-run/node'
import { greyPicture } from '#server/rendering/grey-picture.ts'
import { pageWidths, type PageWidth } from '#server/rules/options.ts'
import { Problem } from '#server/rules/problems.ts'
import { bytesLoader, protectedHeaders } from '../../web/bytes.server.ts'
import { versionIn } from '../../web/reading.server.ts'
import { unmarkedIn } from '../../web/unmarked.server.ts'

/** One page as a picture with the reader's watermark in its pixels; the gate is asked for each. */
export const loader: (received: LoaderFunctionArgs) => Promise<Response> = bytesLoader(async (given) => {
  const { visitor, services, client, params, url, request } = given
  const width = pageWidths.find((one) => String(one) === (url.searchParams.get('width') ?? '1200'))
  if (!width || !/^\d{1,5}$/.test(params['Page'] ?? '')) throw new Problem('notFound')
  const identity = await visitor.identity()
  const guid = params['ShareGuid'] ?? ''
  const version = versionIn(given)
  const number = Number(params['Page'])
  const range = { first: number, count: 1, isCounted: false, version }
  const isUnmarked = await unmarkedIn(given, guid)
  if (request.method === 'HEAD') {
    await services.viewing.screen(identity, guid, range, client)
    return new Response(null, { headers: pictureHeaders })
  }
  const image = isUnmarked
    ? await services.unmarking.pageImage(identity, guid, { number, width: width as PageWidth, version })
    : await services.viewing.pageImage(identity, guid, number, width as PageWidth, client, version)
  const picture = url.searchParams.get('grey') === '1' ? await greyPicture(image) : image
  return new Response(picture.bytes as Uint8Array<ArrayBuffer>, {
    headers: {
      ...pictureHeaders,
      'Content-Type': picture.mediaType,
      'Content-Length': String(picture.bytes.length),
    },
  })
})

const pictureHeaders = { ...protectedHeaders, 'Content-Disposition': 'inline' }
