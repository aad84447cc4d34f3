import { day, expiryState, expiryText, type ExpiryFacts } from '#server/rules/sharing/expiry.ts'
import { shortDuration } from '#server/rules/text/format.ts'
import type { Tone } from '#app/ui/badge.tsx'

/** An end that is nearer stands out. */
const soon = 3 * day

/** When something open ends, for a list: only an end that is near has a tone. */
export function endLabel(facts: ExpiryFacts, now: number): { words: string; tone: Tone | null } {
  const found = expiryState(facts, now)
  if (found.state !== 'open') return { words: expiryText(facts, now), tone: 'soft' }
  if (found.waits === 'no end') return { words: 'No end', tone: null }
  if (found.endsAt === null) return { words: expiryText(facts, now), tone: null }
  const left = found.endsAt - now
  return { words: `${shortDuration(left)} left`, tone: left <= soon ? 'warn' : null }
}
