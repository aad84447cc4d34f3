import type { Generated } from 'kysely'
import type { GeneratedFlag } from './flag.ts'

/** A stretch of reading that a program measures: from its start call to its stop call. */
export interface TrackTable {
  guid: string
  visit_guid: string
  /** The file, in a room. */
  item_guid: Generated<string | null>
  started_at: number
  stopped_at: number | null
}

/** The append-only, hash-chained stream of what happened to one subject: a share, an account, a room, an item … */
export interface EventTable {
  subject_guid: string
  sequence: number
  at: number
  kind: string
  email: string | null
  visit_guid: string | null
  /** Network facts; empty for what the server did by itself. */
  ip: string
  country: string
  user_agent: string
  /** JSON object, by kind. */
  detail: string
  hash: string
  /** Two random values, of the person and of the detail, `x.y`; each goes when what it belongs to is erased. */
  salt: Generated<string | null>
  /** In place of what was erased: what the chain contains of the person, and of the detail. */
  person_hash: Generated<string | null>
  detail_hash: Generated<string | null>
  /** Whether the audit pages list it: what happens to accounts, teams and the installation. */
  is_audit: GeneratedFlag
  /** The team that its account was in then. */
  team_guid: Generated<string | null>
  /** The room that its subject is, or is an item of. */
  room_guid: Generated<string | null>
}

export interface EventHeadTable {
  subject_guid: string
  sequence: number
  hash: string
  /** Whose subject it is, and when something happened to it last. */
  owner_guid: Generated<string | null>
  /** The room that it is, or is an item of. */
  room_guid: Generated<string | null>
  last_at: Generated<number | null>
  /** By the audit key, over both ends of the chain; empty in a chain from before there was one. */
  seal: Generated<string>
  /** The first event that was not erased, and the hash of the one before it. */
  kept_from: Generated<number>
  hash_before: Generated<string>
  /** The last event that a signed head contains. */
  signed_until: Generated<number>
}

/** The key that seals chains and signs heads; one row. */
export interface AuditKeyTable {
  guid: string
  /** Ed25519, 32 bytes in base64url. */
  public_key: string
  /** Wrapped as `audit_key:guid`. */
  seed_sealed: string
  created_at: number
}

/** A signed head: what the chains were at a moment. */
export interface AuditHeadTable {
  number: number
  at: number
  /** JSON, as it was signed. */
  statement: string
  /** Base64url. */
  signature: string
}

/** The last event of a chain that a head contains. */
export interface AuditLeafTable {
  number: number
  subject_guid: string
  sequence: number
  hash: string
}
