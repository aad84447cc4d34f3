import { neighboursOf, networkOf } from './network.ts'
import { tooManyTries } from './too-many-tries.ts'
import type { Client } from '#server/http/client.ts'
import type { Counted, RateLimit, RateLimits } from './rate.ts'

/**
 * How many wrong attempts are allowed to people who differ only by where they come from: one network, the network and
 * its neighbours, and all of them together. Several windows for the same make the waits grow.
 */
export type StrangersLimits = Readonly<Record<'network' | 'neighbours' | 'everywhere', readonly RateLimit[]>>

/** The windows in which a stranger's attempt at something counts; `what` names it. */
export function strangersWindows(what: string, ip: string, limits: StrangersLimits): Counted[] {
  return [
    ...windows(`${what}|${networkOf(ip)}`, limits.network),
    ...windows(`${what}|near|${neighboursOf(ip)}`, limits.neighbours),
    ...windows(`${what}|everywhere`, limits.everywhere),
  ]
}

/** One count for several windows: each is a row of its own. */
export function windows(key: string, limits: readonly RateLimit[]): Counted[] {
  return limits.map((limit) => ({ ...limit, key: `${key}|${limit.per}` }))
}

/** Counts a stranger's attempt. Throws Problem tooManyTries, which says `more`. */
export async function requireStrangers(
  rates: RateLimits,
  what: string,
  { ip }: Client,
  limits: StrangersLimits,
  more = '',
): Promise<void> {
  const usedUp = await rates.takeAll(strangersWindows(what, ip, limits))
  if (usedUp) throw tooManyTries(usedUp.wait, more)
}
