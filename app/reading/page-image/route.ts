import { routes } from '#app/routes.ts'
import { greyPicture } from '#server/rendering/pages/grey-picture.ts'
import { pageWidths, type PageWidth } from '#server/rules/sharing/options.ts'
import { Problem } from '#server/rules/problems.ts'
import { bytesLoader, protectedHeaders } from '#app/request/bytes.server.ts'
import type { ContextAt } from '#app/request/loader.server.ts'
import { isCounted, versionIn } from '#app/view-models/reading.server.ts'
import { isAgain } from '#app/reading/shared/time-left.server.ts'
import { unmarkedIn } from '#app/reading/shared/unmarked.server.ts'

/** One page as an image with the reader's watermark in its pixels; each is authorized. */
export const loader = bytesLoader(routes.reading.pageImage, 'visitor', pageImage, 'pageTransfers')

async function pageImage({
  identity,
  ...context
}: ContextAt<'reading.pageImage', 'visitor'>): Promise<Response> {
  const { services, client, params, url } = context
  const width = pageWidths.find((one) => String(one) === (url.searchParams.get('width') ?? '1200'))
  if (!width || !/^\d{1,5}$/.test(params.Page)) throw new Problem('notFound')
  const guid = params.ShareGuid
  const version = versionIn(context)
  const number = Number(params.Page)
  const isUnmarked = await unmarkedIn(context, guid)
  if (!isCounted(context)) {
    await services.viewing.pages.screen(
      identity,
      guid,
      { first: number, count: 1, isCounted: false, version },
      client,
    )
    return new Response(null, { headers: pictureHeaders })
  }
  const request = { number, width: width as PageWidth, version, isAgain: isAgain(context) }
  const image = isUnmarked
    ? await services.viewing.unmarking.pageImage(identity, guid, request)
    : await services.viewing.pages.pageImage(identity, guid, request, client)
  const picture = url.searchParams.get('grey') === '1' ? await greyPicture(image) : image
  return new Response(picture.bytes as Uint8Array<ArrayBuffer>, {
    headers: {
      ...pictureHeaders,
      'Content-Type': picture.mediaType,
      'Content-Length': String(picture.bytes.length),
    },
  })
}

const pictureHeaders = { ...protectedHeaders, 'Content-Disposition': 'inline' }
