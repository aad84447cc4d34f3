import type { FormAnswer } from '#app/request/action.server.ts'

/** What the tab of the two-factor code shows. */
export type TwoFactorData = {
  state: 'on' | 'pending' | 'off'
  codesLeft: number
  /** Whether switching off asks for the password; for a code where there is none. */
  hasPassword: boolean
  /** Whose codes these are, in words. */
  account: string
  /** Whether the team of the account asks for it, and it is missing: nothing else opens before. */
  isStepRequired: boolean
  /** The page that was wanted before it was asked for. */
  onward: string | null
  offered: { secret: string; address: string; picture: { size: number; path: string } } | null
}

/** What a form of the tab answers: errors, or the codes that no one sees again. */
export type TwoFactorAnswer = FormAnswer & { recoveryCodes?: string[] }
