import type { Selectable } from 'kysely'
import type { UserTable } from '#server/db/schema.ts'
import { erasureTime } from '#server/rules/closing.ts'
import { Problem } from '#server/rules/problems.ts'

type Row = Pick<Selectable<UserTable>, 'closed_at' | 'closed_by' | 'time_zone'>

/** What somebody who proved to be the owner of a suspended account is told: accountClosing where he closed it himself. */
export function shutOut(row: Row): Problem {
  if (row.closed_at === null || row.closed_by !== 'owner') return new Problem('suspended')
  return new Problem('accountClosing', {
    text: `This account will be erased on ${erasureTime(row.closed_at, row.time_zone)}. Until then you can keep it.`,
  })
}
