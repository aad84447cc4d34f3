import type { Protections } from './options.ts'

export type SecurityLabel = { level: 'HIGH' | 'MED' | 'LOW'; reasons: string[] }

/** How well a share is protected, with the reasons in words (specification 2 section 4, readings B4). */
export function securityLabel(share: Protections): SecurityLabel {
  const isPublic = share.visibility === 'public'
  return {
    level: isPublic ? 'LOW' : 'HIGH',
    reasons: [
      isPublic
        ? 'Anyone who gets the link can open the file; nobody is identified.'
        : 'Each reader confirms the address with a code sent by mail.',
      share.watermark
        ? isPublic
          ? 'Pages carry a watermark with the network address and the time of reading.'
          : "Pages carry a watermark with the reader's address and the time of reading."
        : 'Pages carry no watermark.',
      share.mayDownload
        ? share.watermark
          ? 'Readers may download a copy; the copy carries the watermark.'
          : 'Readers may download the original file.'
        : 'Readers cannot download the file.',
      share.mayPrint ? 'Readers may print.' : 'Readers cannot print.',
    ],
  }
}
