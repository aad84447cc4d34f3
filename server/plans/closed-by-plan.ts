import { sql, type RawBuilder } from 'kysely'

/**
 * The status of an owner as far as a share or a room is concerned: what is over the limits of their plan is closed to
 * everyone else as if the account were suspended, and opens again like that.
 */
export function ownerStatus(
  thing: 'share' | 'room',
  owner: 'owner' | 'user',
): RawBuilder<'Active' | 'Pending' | 'Suspended'> {
  const [closedAt, status] = [sql.ref(`${thing}.over_plan_at`), sql.ref(`${owner}.status`)]
  return sql`case when ${closedAt} is null then ${status} else 'Suspended' end`
}
