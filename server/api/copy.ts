import { sendBytes, sendMade } from '#server/http/bytes/bytes.ts'
import type { Copy } from '#server/viewing/reading/copy.ts'

/** A copy as it is sent: the original with ranges and resumption, or a watermarked one that is made meanwhile. */
export function sendCopy(request: Request, copy: Copy): Response {
  const { name, mediaType, objectGuid } = copy.found.file
  if (copy.kind === 'original')
    return sendBytes(request, copy.source, {
      name,
      mediaType,
      etag: `"${objectGuid}"`,
      disposition: 'attachment',
    })
  return sendMade(request, () => copy.copy.bytes, copy.copy)
}
