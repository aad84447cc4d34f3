import type { CloudName } from '#server/rules/files/clouds.ts'
import type { CloudCopyItemTable, CloudCopyTable } from './copy-tables.ts'
import type { CloudOriginTable } from './origin-tables.ts'
import type { GeneratedFlag } from '#server/db/tables/flag.ts'

/** Access to someone’s cloud storage, one for each provider. */
interface CloudConnectionTable {
  guid: string
  user_guid: string
  cloud: CloudName
  /** The provider’s own ID of the person; the name is shown. */
  account_id: string
  account_name: string
  /** JSON with the access token and the refresh token, sealed by the installation’s key. */
  tokens_sealed: string
  /** Counts the tokens that there were: another one than it was means that someone renewed them. */
  tokens_number: number
  /** When the access token ends, if the provider said so. */
  access_ends_at: number | null
  /** Whether the provider takes its tokens no longer: its person has to connect again. */
  is_lost: GeneratedFlag
  /** SHA-256 of the secret of the browser that connected it; null for a program. */
  browser_hash: string | null
  created_at: number
  /** Who is renewing the tokens, and until when no one else does. */
  renewed_by: string | null
  renewed_until: number | null
}

/** Tokens that no one uses any more, kept until their provider is notified. */
interface CloudRevocationTable {
  guid: string
  cloud: CloudName
  tokens_sealed: string
  created_at: number
}

/** A connection that has begun: one use, in the session that began it. */
interface CloudFlowTable {
  /** SHA-256 of the state that goes to the provider and comes back. */
  id_hash: string
  user_guid: string
  session_hash: string
  browser_hash: string
  cloud: CloudName
  verifier: string
  /** The page of ours to go back to. */
  back: string | null
  expires_at: number
  used_at: number | null
}

/** The tables about cloud storage. */
export interface CloudTables {
  cloud_connection: CloudConnectionTable
  cloud_revocation: CloudRevocationTable
  cloud_flow: CloudFlowTable
  cloud_copy: CloudCopyTable
  cloud_copy_item: CloudCopyItemTable
  cloud_origin: CloudOriginTable
}
