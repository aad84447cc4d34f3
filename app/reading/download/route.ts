import type { LoaderFunctionArgs } from '@remix-run/node'
import type { Copy } from '#server/viewing/reading/copy.ts'
import { bytesLoader, sendCopy } from '#app/request/bytes.server.ts'
import type { Given } from '#app/request/loader.server.ts'
import { isCounted, versionIn } from '#app/view-models/reading.server.ts'
import { viewIn } from '#app/reading/shared/viewed-as.server.ts'

/** The copy that this reader may have: the original, or the marked pages as PDF. */
export const loader: (received: LoaderFunctionArgs) => Promise<Response> = bytesLoader(async (given) => {
  const { services, client, params, request } = given
  const mayCount = isCounted(given)
  const guid = params['ShareGuid'] ?? ''
  const copy = await copyFor(given, guid)
  const answer = sendCopy(request, copy)
  if (mayCount && (answer.status === 200 || answer.status === 206)) {
    const isPart = answer.status === 206
    await services.viewing.noteDownload(copy.found, client, { isPart }).catch(async (error: unknown) => {
      await answer.body?.cancel()
      throw error
    })
  }
  return answer
})

async function copyFor(given: Given, guid: string): Promise<Copy> {
  const { visitor, services, client } = given
  const [identity, view, version] = [await visitor.identity(), viewIn(given), versionIn(given)]
  if (!view) return services.viewing.download(identity, guid, client, version)
  // A sender may have what a recipient would get (B16).
  const kind = view === 'recipient' ? 'asRecipient' : view
  return services.copies.open(identity, guid, kind, client, version)
}
