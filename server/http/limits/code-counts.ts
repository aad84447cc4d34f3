import type { RateLimit } from './rate.ts'
import type { StrangersLimits } from './strangers.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How often emailed codes of six digits may be requested and entered, of recipients and of members of teams. */

/** Codes requested, on any sign-in page. */
export const asks: StrangersLimits = {
  network: [{ count: 30, per: hour }],
  neighbours: [{ count: 90, per: hour }],
  everywhere: [],
}
/** On one sign-in page for one address: no one gets more emails than these. */
export const asksForAddress: StrangersLimits = {
  network: [{ count: 5, per: 15 * minute }],
  neighbours: [{ count: 8, per: 15 * minute }],
  everywhere: [
    { count: 12, per: 15 * minute },
    { count: 24, per: 2 * hour },
    { count: 60, per: day },
  ],
}
/** The same while someone is guessing, in total. */
export const asksWhileGuessedAt: RateLimit[] = [
  { count: 2, per: 15 * minute },
  { count: 6, per: 2 * hour },
  { count: 12, per: day },
]
/** Codes entered in the browser that requested one: two codes' worth. */
export const triesOfAsker: RateLimit = { count: 10, per: 15 * minute }
/** Codes entered where none was requested: none of them can be right. */
export const triesOfOthers: StrangersLimits = {
  network: [{ count: 60, per: hour }],
  neighbours: [{ count: 180, per: hour }],
  everywhere: [],
}
/**
 * The number of wrong codes from which a share, a room or an address counts as being guessed at, from however many
 * networks.
 */
export const guesses: RateLimit[] = [
  { count: 20, per: 15 * minute },
  { count: 40, per: 2 * hour },
  { count: 100, per: day },
]
/** Attempts at a code while someone is guessing: a person who reads the mailbox needs one. */
export const triesWhileGuessedAt = 2
