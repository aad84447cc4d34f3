import type { Client } from '#server/accounts/sessions.ts'
import { utcMinute } from '#server/rules/format.ts'
import type { WatermarkLook } from '#server/rendering/engine.ts'
import type { Found } from './facts.ts'

/** What is drawn into this reader's pages: who reads, when in UTC, and which share (B9). */
export function watermarkLook(found: Found, client: Client, now: number): WatermarkLook | null {
  if (!found.watermark) return null
  const reader = found.email ?? `Link visitor ${client.ip}`
  const code = found.shareGuid.slice(0, 8).toUpperCase()
  // A name that somebody gave and nobody verified stands beside the address, never instead of it.
  const said = found.saysName === null ? [] : [`says: ${found.saysName}`]
  return { ...found.watermark, lines: [reader, ...said, `${utcMinute(now)} · ${code}`] }
}
