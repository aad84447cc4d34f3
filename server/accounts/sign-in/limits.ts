import type { RateLimit } from '#server/http/limits/rate.ts'
import type { StrangersLimits } from '#server/http/limits/strangers.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

type Limit = RateLimit

export type AccountLimits = Readonly<{
  /** Failed sign-ins, at any address, and at one; a successful one does not count. */
  signIn: StrangersLimits
  signInByAddress: StrangersLimits
  /** The same in a browser that the account knows: no one else uses these up. */
  signInByBrowser: Limit
  /**
   * Wrong second factors, over all sign-ins of an account: of strangers together, and of each browser that it knows.
   */
  secondFactorByUser: Limit
  registerByNetwork: Limit
  registerByAddress: Limit
  /** Sign-up codes that did not work. */
  signupCodeByNetwork: Limit
  /** Requests for an email: a password reset, another activation link. */
  emailByNetwork: Limit
  emailByAddress: StrangersLimits
  /** Reset links that did not work, and failed changes of a signed-in user's password. */
  resetByNetwork: Limit
  changeByUser: Limit
  /** Wrong verification and recovery codes, wherever they are entered; also counted by who attempts it. */
  codeByUser: Limit
  codeByUserInADay: Limit
  /** Codes for a further address, and codes entered, wrong or right. */
  addressByUser: Limit
  addressByAddress: Limit
  addressTriesByUser: Limit
  /** Sign-ins with a provider that were started; one that comes back as it should does not count. */
  viaByNetwork: Limit
  /** Identity provider responses submitted for one sign-in. */
  answersByFlow: Limit
}>

export const accountLimits: AccountLimits = {
  signIn: {
    network: [{ count: 50, per: 15 * minute }],
    neighbours: [{ count: 200, per: 15 * minute }],
    everywhere: [],
  },
  // From however many networks: 120 guesses a day at one password.
  signInByAddress: {
    network: [{ count: 10, per: 15 * minute }],
    neighbours: [{ count: 10, per: 15 * minute }],
    everywhere: [
      { count: 30, per: 15 * minute },
      { count: 60, per: 2 * hour },
      { count: 120, per: day },
    ],
  },
  signInByBrowser: { count: 10, per: 15 * minute },
  secondFactorByUser: { count: 10, per: 15 * minute },
  registerByNetwork: { count: 30, per: hour },
  registerByAddress: { count: 5, per: hour },
  signupCodeByNetwork: { count: 10, per: hour },
  emailByNetwork: { count: 30, per: hour },
  emailByAddress: {
    network: [{ count: 5, per: hour }],
    neighbours: [{ count: 8, per: hour }],
    everywhere: [{ count: 15, per: hour }],
  },
  resetByNetwork: { count: 30, per: hour },
  changeByUser: { count: 10, per: 15 * minute },
  // Three of a million codes are right at a time: 50 guesses a day find one in 7,000 days.
  codeByUser: { count: 10, per: 15 * minute },
  codeByUserInADay: { count: 50, per: day },
  addressByUser: { count: 10, per: hour },
  addressByAddress: { count: 5, per: hour },
  addressTriesByUser: { count: 20, per: hour },
  viaByNetwork: { count: 60, per: 15 * minute },
  answersByFlow: { count: 5, per: 15 * minute },
}
