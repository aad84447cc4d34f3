import type { RateLimit, Counted } from '#server/http/limits/rate.ts'
import {
  strangersWindows,
  windows,
  type Stages,
  type StrangersLimits,
} from '#server/http/limits/strangers.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

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
  everywhere: [],
}
/** After this many wrong attempts, someone is considered to be guessing the passkey. */
const everywhere: RateLimit[] = [
  { count: 20, per: 10 * minute },
  { count: 40, per: 2 * hour },
  { count: 100, per: day },
]
/**
 * What is checked all the same: who has the passkey gets in from a network of their own, and each network of someone
 * who guesses is worth six guesses a day instead of 240.
 */
const whileGuessedAt: StrangersLimits = {
  network: [
    { count: 1, per: 15 * second },
    { count: 3, per: 2 * hour },
    { count: 6, per: day },
  ],
  neighbours: [{ count: 10, per: day }],
  // It takes over a hundred networks to use this up.
  everywhere: [{ count: 1000, per: day }],
}

/** Who enters a passkey: `own` identifies someone whom strangers cannot impersonate, null is any of them. */
export type Trier = {
  shareGuid: string
  own: string | null
  ip: string
  passkey: {
    /** When it was chosen: a new passkey has new counts. */
    chosenAt: number
    /** No number of networks guesses it: there is no limit in total. */
    isVeryStrong: boolean
  }
}

/** Where an attempt counts: strangers share the counts of a share, known people each have their own. */
export function passkeyWindows({ shareGuid, own, ip, passkey }: Trier): Stages {
  const what = `passkey|${shareGuid}|${passkey.chosenAt}`
  if (own !== null) return { always: windows(`${what}|${own}`, ofOne), atFirst: [], thereafter: [] }
  const { network, neighbours } = whileGuessedAt
  const inTotal = passkey.isVeryStrong ? [] : whileGuessedAt.everywhere
  return {
    always: strangersWindows(what, ip, ofStrangers),
    atFirst: windows(`${what}|everywhere`, everywhere),
    thereafter: strangersWindows(`${what}|guessed`, ip, { network, neighbours, everywhere: inTotal }),
  }
}

/** What an exhausted window means: a short delay, the lockout of one person, or that strangers guess together. */
export function meaningOf(key: string, trier: Trier): 'pause' | 'lock' | 'everywhere' {
  const ofThisOne: Counted[] = passkeyWindows(trier).always.slice(0, ofOne.length)
  const window = ofThisOne.find((one) => one.key === key)
  if (!window) return 'everywhere'
  return window.per === lock.per ? 'lock' : 'pause'
}
