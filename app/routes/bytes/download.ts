import type { LoaderFunctionArgs } from '@remix-run/node'
import { bytesLoader, sendCopy } from '../../web/bytes.server.ts'
import { isCounted, versionIn } from '../../web/reading.server.ts'

/** The copy that this reader may have: the original, or the marked pages as PDF. */
export const loader: (received: LoaderFunctionArgs) => Promise<Response> = bytesLoader(async (given) => {
  const { visitor, services, client, params, request } = given
  const mayCount = isCounted(given)
  const guid = params['ShareGuid'] ?? ''
  const copy = await services.viewing.download(await visitor.identity(), guid, client, versionIn(given))
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
