import { Problem } from '#server/rules/problems.ts'
import { watermarkColours, watermarkSizes, type Choice } from '#server/rules/sharing/options.ts'
import { routes } from '#app/routes.ts'
import { bytesLoader, protectedHeaders } from '#app/request/bytes.server.ts'

/** A page with the watermark that the address says, for the sender of a form before it is sent. */
export const loader = bytesLoader(
  routes.shares.watermarkSample,
  'user',
  async ({ services, user, request, url: { searchParams } }) => {
    const watermark = {
      size: oneOf(watermarkSizes, searchParams.get('size')),
      colour: oneOf(watermarkColours, searchParams.get('colour')),
      text: (searchParams.get('text') ?? '').trim(),
    }
    const isMarked = searchParams.get('mark') !== 'off'
    const file = searchParams.get('file')
    const { bytes, mediaType } = await services.viewing.watermarkSamples.draw(
      user,
      isMarked ? watermark : null,
      file,
    )
    const headers = { ...protectedHeaders, 'Content-Disposition': 'inline', 'Content-Type': mediaType }
    return new Response(request.method === 'HEAD' ? null : (bytes as Uint8Array<ArrayBuffer>), {
      headers: { ...headers, 'Content-Length': String(bytes.length) },
    })
  },
  'pageTransfers',
)

/** The first one if nothing is said. Throws notFound for what cannot be chosen. */
function oneOf<Value extends string>(choices: Choice<Value>[], wanted: string | null): Value {
  const chosen = wanted === null ? choices[0] : choices.find(({ value }) => value === wanted)
  if (!chosen) throw new Problem('notFound')
  return chosen.value
}
