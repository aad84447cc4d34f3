import type { Generated } from 'kysely'

/** What an account asks of the operators for its plan. */
export interface PlanRequestTable {
  guid: string
  user_guid: string
  kind: 'upgrade' | 'seats' | 'invoice'
  /** The plan it wants. */
  tier_code: number
  /** How many people, for a team; null where it does not matter. */
  seats: number | null
  message: string
  status: Generated<'Waiting' | 'Approved' | 'Declined' | 'Withdrawn'>
  created_at: number
  decided_at: Generated<number | null>
  /** The address of who decided; null for the machine’s own operator, by command, and for who withdrew it. */
  decided_by: Generated<string | null>
  /** What the person is told about the decision. */
  note: Generated<string>
}
