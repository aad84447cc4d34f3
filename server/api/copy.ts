import { sendBytes, sendMade } from '#server/http/bytes.ts'
import type { Copy } from '#server/viewing/viewing.ts'

/** A copy as it leaves: the original with ranges and resumption, or a PDF that is made meanwhile. */
export function sendCopy(request: Request, copy: Copy): Response {
  const { name, mediaType, objectGuid } = copy.found.file
  if (copy.kind === 'original')
    return sendBytes(request, copy.source, {
      name,
      mediaType,
      etag: `"${objectGuid}"`,
      disposition: 'attachment',
    })
  const pdfName = `${name.replace(/\.[^.]*$/, '')}.pdf`
  return sendMade(request, () => copy.pdf, { name: pdfName, mediaType: 'application/pdf' })
}
