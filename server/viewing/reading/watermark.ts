import type { Client } from '#server/accounts/sign-in/sessions.ts'
import { utcMinute } from '#server/rules/text/format.ts'
import { writeVisitCode } from '#server/rules/reading/visit-code.ts'
import type { WatermarkLook } from '#server/rendering/engine.ts'
import type { ShareAccess } from '#server/viewing/access/facts.ts'

/**
 * What is drawn into this reader's pages: who reads, when in UTC, the sender's own text, and the code of share and
 * visit. The one source for page images, print copies and stamped downloads.
 */
export function watermarkLook(found: ShareAccess, client: Client, now: number): WatermarkLook | null {
  if (!found.watermark) return null
  const { size, colour, text } = found.watermark
  const own = text === '' ? [] : [text]
  return {
    size,
    colour,
    lines: [...readerLines(found, client), utcMinute(now), ...own],
    code: writeVisitCode(found.shareGuid, found.visit?.guid ?? null),
  }
}

/** Whether this reader gets copies with a watermark, where the owner and people who add files get the original. */
export function getsMarked({ watermark, policyFacts, room }: ShareAccess): boolean {
  return watermark !== null && policyFacts.relationship !== 'owner' && room?.getsOriginal !== true
}

/** Unverified claims are shown beside what is known, never instead of it. */
export function readerLines({ email, saysToBe, saysName }: ShareAccess, { ip }: Client): string[] {
  const ownWords = saysName === null ? [] : [`says: ${saysName}`]
  if (email !== null) return [email, ...ownWords]
  return saysToBe === null
    ? [`Link visitor ${ip}`, ...ownWords]
    : [`${saysToBe} (not verified)`, ...ownWords, `Network ${ip}`]
}
