import { erasedFrom } from '#server/rules/accounts/closing.ts'
import type { KeptAccount } from '#server/operations/console/accounts.ts'
import type { Tone } from '#app/ui/badge.tsx'
import { utcMinute } from '#server/rules/text/format.ts'

export type AccountState = { tone: Tone; words: string }

/** What an account's state is called. */
export function stateOf({ status, closedAt }: Pick<KeptAccount, 'status' | 'closedAt'>): AccountState {
  if (closedAt !== null)
    return { tone: 'bad', words: `Deleted ${utcMinute(erasedFrom(closedAt)).slice(0, 10)}` }
  if (status === 'Active') return { tone: 'good', words: 'Active' }
  return status === 'Pending' ? { tone: 'warn', words: 'Pending' } : { tone: 'bad', words: 'Disabled' }
}

export function nameOf({
  firstName,
  lastName,
  email,
}: Pick<KeptAccount, 'firstName' | 'lastName' | 'email'>): string {
  return `${firstName} ${lastName}`.trim() || email
}
