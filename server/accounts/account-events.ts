import type { Transaction } from '#server/db/open.ts'

/** What happens to an account itself. */
export type AccountEventKind =
  'SignedIn' | 'SecondFactorFailed' | 'AccountLocked' | 'PasswordChanged' | 'TokenMade' | 'Exported'

/** Puts what happened to an account on record, in the transaction of the deed where there is one. */
export type RecordAccountEvent = (
  userGuid: string,
  kind: AccountEventKind,
  more?: { tx?: Transaction; detail?: Record<string, string>; client?: { ip: string; userAgent: string } },
) => Promise<void>

/** For who records nothing: commands and tests. */
export const noRecord: RecordAccountEvent = async () => undefined
