import type { RateLimit, Counted } from '#server/http/limits/rate.ts'
import { strangersWindows, windows, type StrangersLimits } from '#server/http/limits/strangers.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** Wrong passkeys of one person: ten an hour; before that, every few of them are delayed longer. */
const lock: RateLimit = { count: 10, per: hour }
const ofOne: RateLimit[] = [
  { count: 3, per: 15 * second },
  { count: 5, per: 2 * minute },
  { count: 7, per: 10 * minute },
  lock,
]
const ofStrangers: StrangersLimits = {
  network: ofOne,
  neighbours: [{ count: 20, per: hour }],
  everywhere: [
    { count: 20, per: 10 * minute },
    { count: 40, per: 2 * hour },
    { count: 100, per: 24 * hour },
  ],
}

/** Who enters a passkey: `own` identifies someone whom strangers cannot impersonate, null is any of them. */
export type Trier = { shareGuid: string; own: string | null; ip: string }

/** Where an attempt counts: strangers share the counts of a share, known people each have their own. */
export function passkeyWindows({ shareGuid, own, ip }: Trier): Counted[] {
  const what = `passkey|${shareGuid}`
  return own === null ? strangersWindows(what, ip, ofStrangers) : windows(`${what}|${own}`, ofOne)
}

/** What an exhausted window means: a short delay, the lockout of one person, or that strangers guess together. */
export function meaningOf(key: string, trier: Trier): 'pause' | 'lock' | 'everywhere' {
  const ofThisOne = passkeyWindows(trier).slice(0, ofOne.length)
  const window = ofThisOne.find((one) => one.key === key)
  if (!window) return 'everywhere'
  return window.per === lock.per ? 'lock' : 'pause'
}
