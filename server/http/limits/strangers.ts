import { neighboursOf, networkOf } from './network.ts'
import { tooManyAttempts } from './too-many-attempts.ts'
import type { Client } from '#server/http/client.ts'
import type { Counted, RateLimit, RateLimits, UsedUp } from './rate.ts'

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

/**
 * Where an attempt counts: always; in total, until that is used up; and thereafter, when only little is left to each
 * network, so that strangers from many of them cannot hold back someone from another.
 */
export type Stages = Readonly<Record<'always' | 'atFirst' | 'thereafter', readonly Counted[]>>

/** Where an attempt was counted, and whether what there is for all was used up; or what lets no attempt pass. */
export type Staged = { taken: Counted[]; isThereafter: boolean; usedUp: null } | { usedUp: UsedUp }

/** Counts an attempt in its stage. */
export async function takeStaged(
  rates: RateLimits,
  { always, atFirst, thereafter }: Stages,
): Promise<Staged> {
  const first = [...always, ...atFirst]
  const usedUp = await rates.takeAll(first)
  if (usedUp === null) return { taken: first, isThereafter: false, usedUp }
  if (thereafter.length === 0 || !atFirst.some(({ key }) => key === usedUp.key)) return { usedUp }
  const second = [...always, ...thereafter]
  const now = await rates.takeAll(second)
  return now === null ? { taken: second, isThereafter: true, usedUp: now } : { usedUp: now }
}

/** Counts a stranger's attempt. Throws Problem tooManyAttempts, which says `more`. */
export async function requireStrangers(
  rates: RateLimits,
  what: string,
  { ip }: Client,
  limits: StrangersLimits,
  more = '',
): Promise<void> {
  const usedUp = await rates.takeAll(strangersWindows(what, ip, limits))
  if (usedUp) throw tooManyAttempts(usedUp.wait, more)
}
