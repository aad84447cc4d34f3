import { tooManyAttempts } from '#server/http/limits/too-many-attempts.ts'
import type { Selectable } from 'kysely'
import type { UserTable } from '#server/db/schema.ts'
import { erasureTime } from '#server/rules/accounts/closing.ts'
import { Problem } from '#server/rules/problems.ts'

type Row = Pick<Selectable<UserTable>, 'closed_at' | 'closed_by' | 'time_zone' | 'has_password'>

/**
 * What a suspended account answers once its owner has proved their identity: accountClosing if they closed it
 * themselves.
 */
export function shutOut(row: Row): Problem {
  if (row.closed_at === null || row.closed_by !== 'owner') return new Problem('suspended')
  const date = `This account will be deleted on ${erasureTime(row.closed_at, row.time_zone)}.`
  const how =
    row.has_password === 1
      ? 'Until then, you can reactivate it with its email address and password.'
      : 'To keep it, contact your administrator before then.'
  return new Problem('accountClosing', { text: `${date} ${how}` })
}

/** What strangers who guess are told, and what remains open to the owner of the account; `wait` in milliseconds. */
export function guessedTooOften(wait: number): Problem {
  return tooManyAttempts(
    wait,
    ' You can sign in now from a browser you’ve used before, or after resetting your password.',
  )
}
