import type { SecondFactorRequirement } from '#server/teams/teams.ts'
import type { FormAnswer } from '#app/request/action.server.ts'

/** What the tab for two-step verification shows. */
export type TwoFactorData = {
  state: 'on' | 'pending' | 'off'
  codesLeft: number
  /** Whether turning it off asks for the password; for a code if there is none. */
  hasPassword: boolean
  /** Whose codes these are, in words. */
  account: string
  /** The account's team, if it requires it and it is missing: nothing else opens before. */
  requiredBy: SecondFactorRequirement | null
  /** The page that was wanted before it was required. */
  onward: string | null
  offered: { secret: string; address: string; picture: { size: number; path: string } } | null
}

/** What a form of the tab answers: errors, or the codes that no one sees again. */
export type TwoFactorAnswer = FormAnswer & {
  recoveryCodes?: string[]
  /** Where someone goes on who was led here, since nothing else opened before. */
  onward?: string | null
}
