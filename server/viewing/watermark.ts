import type { Client } from '#server/accounts/sessions.ts'
import { utcMinute } from '#server/rules/format.ts'
import type { WatermarkLook } from '#server/rendering/engine.ts'
import type { Found } from './facts.ts'

/** What is drawn into this reader's pages: who reads, when in UTC, and which share (B9). */
export function watermarkLook(found: Found, client: Client, now: number): WatermarkLook | null {
  if (!found.watermark) return null
  const code = found.shareGuid.slice(0, 8).toUpperCase()
  return { ...found.watermark, lines: [...readerLines(found, client), `${utcMinute(now)} · ${code}`] }
}

/** What somebody says and nobody verified stands beside what is known, never instead of it. */
function readerLines({ email, saysToBe, saysName }: Found, { ip }: Client): string[] {
  const said = saysName === null ? [] : [`says: ${saysName}`]
  if (email !== null) return [email, ...said]
  return saysToBe === null
    ? [`Link visitor ${ip}`, ...said]
    : [`${saysToBe} (not verified)`, ...said, `Network ${ip}`]
}
