import { expiryState } from '#server/rules/sharing/expiry.ts'
import { duration } from '#server/rules/text/format.ts'
import type { PolicyFacts } from '#server/rules/sharing/policy.ts'
import type { TimeLeft } from '#app/ui/time-left.tsx'
import type { RequestContext } from '#app/request/loader.server.ts'

const minute = 60_000
/** A reader who has been here longer presses "Open" again anyway. */
const maxWait = 12 * 60 * minute

/** Marks the address of a page that reloaded itself; its loader counts nothing again. */
const again = 'again'

/** Whether this page reloaded itself. */
export function isAgain({ url }: RequestContext): boolean {
  return url.searchParams.has(again)
}

/**
 * The time that a reader has left, and when the page reloads itself: at the end, so that it says itself that the time
 * is over. A page `withoutReading` does so each minute, since no one loses their place there. Null without a time
 * limit.
 */
export function timeLeft(
  { url, now }: RequestContext,
  policyFacts: PolicyFacts,
  { withoutReading }: { withoutReading: boolean },
): TimeLeft | null {
  const state = expiryState(policyFacts, now)
  if (policyFacts.relationship === 'owner' || state.state !== 'open' || state.endsAt === null) return null
  const left = state.endsAt - now
  const target = new URL(url)
  target.searchParams.set(again, '1')
  const wait = withoutReading && left > 2 * minute ? left % minute || minute : left
  return {
    words: duration(left),
    until: `${new Date(state.endsAt).toISOString().slice(11, 16)} UTC`,
    seconds: Math.ceil(left / 1000),
    renewal: left > maxWait ? null : { after: Math.ceil(wait / 1000), to: target.pathname + target.search },
  }
}
