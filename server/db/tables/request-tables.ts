import type { Generated } from 'kysely'
import type { Decision, Granted, RequestKind } from '#server/rules/sharing/requests.ts'

/** What the owner of a share was asked, and the outcome. */
export interface AccessRequestTable {
  guid: string
  share_guid: string
  owner_guid: string
  kind: RequestKind
  /** Who is to get access. */
  email: string
  name: string
  /** The recipient who wants to forward the file; null if people request access for themselves. */
  asked_by: string | null
  reason: string
  status: 'Pending' | 'Approved' | 'Rejected' | 'Expired'
  created_at: number
  expires_at: number
  decided_at: number | null
  /** How it was decided: by an emailed link, by the signed-in owner, or by the person having been added. */
  decided_by: 'letter' | 'owner' | 'added' | null
  granted: Granted | null
  /** An end that the owner set for this person. */
  ends_at: number | null
  /** How many more days a recipient asks for whose access has ended; null if it is a request for access. */
  extra_days: Generated<number | null>
  /** The owner's message to the requester. */
  note: string
  /** Hashes of the secrets in the two links of the owner's email; null if no email was sent. */
  approve_hash: string | null
  reject_hash: string | null
  links_until: number
}

/** The column with the hash of a decision's link. */
export const linkColumns = { approve: 'approve_hash', reject: 'reject_hash' } as const satisfies Record<
  Decision,
  keyof AccessRequestTable
>
