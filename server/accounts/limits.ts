const minute = 60_000
const hour = 60 * minute

type Limit = { count: number; per: number }

export type AccountLimits = Readonly<{
  /** Sign-ins that failed; one that succeeds does not count. */
  signInByNetwork: Limit
  signInByAddress: Limit
  /** Wrong second factors, over all sign-ins of an account. */
  secondFactorByUser: Limit
  registerByNetwork: Limit
  registerByAddress: Limit
  /** Sign-up codes that did not work. */
  signupCodeByNetwork: Limit
  /** Requests for a letter: a password reset, another activation link. */
  letterByNetwork: Limit
  letterByAddress: Limit
  /** Uses of a reset link, and failed changes of a signed-in person's password. */
  resetByNetwork: Limit
  changeByUser: Limit
  /** Wrong two-factor and recovery codes, wherever they are typed. */
  codeByUser: Limit
  codeByUserInADay: Limit
  /** Codes for a further address, and codes typed wrong or right. */
  addressByUser: Limit
  addressByAddress: Limit
  addressTriesByUser: Limit
  /** Sign-ins by other servers that were begun; one that comes back as it should does not count. */
  viaByNetwork: Limit
  /** Answers of an identity provider that were brought for one sign-in. */
  answersByFlow: Limit
}>

export const accountLimits: AccountLimits = {
  signInByNetwork: { count: 50, per: 15 * minute },
  signInByAddress: { count: 10, per: 15 * minute },
  secondFactorByUser: { count: 10, per: 15 * minute },
  registerByNetwork: { count: 30, per: hour },
  registerByAddress: { count: 5, per: hour },
  signupCodeByNetwork: { count: 10, per: hour },
  letterByNetwork: { count: 30, per: hour },
  letterByAddress: { count: 5, per: hour },
  resetByNetwork: { count: 30, per: hour },
  changeByUser: { count: 10, per: 15 * minute },
  // Three of a million codes are right at a time: 50 guesses find one on one day in 7,000.
  codeByUser: { count: 10, per: 15 * minute },
  codeByUserInADay: { count: 50, per: 24 * hour },
  addressByUser: { count: 10, per: hour },
  addressByAddress: { count: 5, per: hour },
  addressTriesByUser: { count: 20, per: hour },
  viaByNetwork: { count: 60, per: 15 * minute },
  answersByFlow: { count: 5, per: 15 * minute },
}
