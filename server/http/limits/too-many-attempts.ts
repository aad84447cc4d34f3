import { Problem } from '#server/rules/problems.ts'
import { waitingTime } from '#server/rules/text/format.ts'

/** Up to this many milliseconds are "a few minutes": to the minute it would be told when guessing pays again. */
const shortWait = 15 * 60_000

/** A limit that is used up for so many milliseconds: says how long, and with `more` what can be done meanwhile. */
export function tooManyAttempts(wait: number, more = ''): Problem {
  const time = wait <= shortWait ? 'a few minutes' : waitingTime(wait)
  return new Problem('tooManyAttempts', {
    wait,
    text: `Too many attempts. Wait ${time}, then try again.${more}`,
  })
}
