import { routes } from '#app/routes.ts'
import type { Copy } from '#server/viewing/reading/copy.ts'
import { bytesLoader, sendCopy } from '#app/request/bytes.server.ts'
import type { ContextAt } from '#app/request/loader.server.ts'
import { isCounted, versionIn } from '#app/view-models/reading.server.ts'
import { refusedDownload } from './refused-download.server.tsx'
import { viewIn } from '#app/reading/shared/viewed-as.server.ts'

/** The copy that this reader is allowed: the original, or the watermarked pages as PDF. */
export const loader = bytesLoader(routes.reading.download, 'visitor', send, 'transfers', refusedDownload)

async function send(context: ContextAt<'reading.download', 'visitor'>): Promise<Response> {
  const { services, client, request } = context
  const mayCount = isCounted(context)
  const copy = await copyFor(context)
  const answer = sendCopy(request, copy)
  if (mayCount && (answer.status === 200 || answer.status === 206)) {
    const isPart = answer.status === 206
    await services.viewing.pages
      .noteDownload(copy.found, client, { isPart })
      .catch(async (error: unknown) => {
        await answer.body?.cancel()
        throw error
      })
  }
  return answer
}

async function copyFor(context: ContextAt<'reading.download', 'visitor'>): Promise<Copy> {
  const { identity, services, client, params } = context
  const guid = params.ShareGuid
  const [view, version] = [viewIn(context), versionIn(context)]
  if (!view) return services.viewing.pages.download(identity, guid, client, version)
  // A sender can request the recipient's copy.
  const kind = view === 'recipient' ? 'asRecipient' : view
  return services.viewing.copies.open(identity, guid, kind, client, version)
}
