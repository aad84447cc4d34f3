import type { Generated } from 'kysely'
import type { Flag, GeneratedFlag } from './flag.ts'

/** A signed-in browser. The cookie has `guid.secret`; the table has the SHA-256 of the secret. */
export interface SessionTable {
  guid: string
  user_guid: string
  secret_hash: string
  /** Of the previous secret. */
  previous_hash: string | null
  rotated_at: number
  /** Whether the browser has presented the current secret, and so has it for sure. */
  is_secret_seen: Flag
  /** How the person signed in. */
  method: string
  created_at: number
  seen_at: number
  /** When it ends without use (idle limit), moved forward by use. */
  idle_until: number
  /** When it ends whatever happens (absolute limit). */
  ends_at: number
  is_remembered: Flag
  /** Whether it is a program's, with a bearer token, and not a browser's. */
  is_api: GeneratedFlag
  ip: string
  user_agent: string
  /** Of the browser it began in, as in `known_browser`; '' for a program, and before that was recorded. */
  browser_hash: Generated<string>
  /** When the person last proved who they are in it; 0 if they never did, or before that was recorded. */
  proved_at: Generated<number>
}

/** Lets people create an account; only the hash of the code is stored. */
export interface SignupCodeTable {
  code_hash: string
  /** The plan of the accounts created with it; null: the installation's default. */
  tier_code: number | null
  /** Null: any number. */
  uses_left: number | null
  /** Null: it does not expire. */
  expires_at: number | null
  created_at: number
  note: string
}

/** A one-time emailed link. */
export interface TokenTable {
  id_hash: string
  purpose: 'activate' | 'reset' | 'setup' | 'address'
  user_guid: string
  created_at: number
  expires_at: number
  used_at: number | null
}

/** A sign-in that waits for its second factor. The browser's cookie has the secret, the table its SHA-256. */
export interface ChallengeTable {
  id_hash: string
  user_guid: string
  /** How the first factor was proved. */
  method: string
  is_remembered: Flag
  tries: number
  created_at: number
  expires_at: number
}

/** A one-time code with which a program hands its signed-in user over to a browser. */
export interface HandOffTable {
  id_hash: string
  user_guid: string
  /** How the person had signed in there. */
  method: string
  issued_at: number
  expires_at: number
  used_at: number | null
}
