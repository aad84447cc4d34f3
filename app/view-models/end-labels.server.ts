import { day, expiryState, expiryWords, type ExpiryFacts } from '#server/rules/sharing/expiry.ts'
import type { Tone } from '#app/ui/badge.tsx'

/** An end that is nearer stands out. */
const soon = 3 * day

/** When something open ends, for a list: only an end that is near has a tone. */
export function endLabel(facts: ExpiryFacts, now: number): { words: string; tone: Tone | null } {
  const found = expiryState(facts, now)
  if (found.state !== 'open') return { words: expiryWords(facts, now), tone: 'soft' }
  if (found.waits === 'no end') return { words: 'No end', tone: null }
  const isNear = found.endsAt !== null && found.endsAt - now <= soon
  return { words: expiryWords(facts, now), tone: isNear ? 'warn' : null }
}
