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
  /** The operator's message to the person about the decision. */
  note: Generated<string>
}

/** A plan for whoever has the link, or for one address, once. */
export interface PlanLinkTable {
  token_hash: string
  tier_code: number
  /** How long the account has it; null for the plan’s own time. */
  days: number | null
  seats: number | null
  /** In its canonical spelling; null for anyone with the link. */
  email: string | null
  note: string
  expires_at: number
  used_at: Generated<number | null>
}

/** A notification of a payment that was acted on: none counts twice. */
export interface PlanPaymentTable {
  event_hash: string
  received_at: number
}
