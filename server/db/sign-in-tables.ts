import type { Flag } from './schema.ts'

/** A sign-in that waits for its second factor. The browser's cookie holds the secret, the table its SHA-256. */
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

/** A one-time code with which a program takes its signed-in person to a browser. */
export interface HandOffTable {
  id_hash: string
  user_guid: string
  /** How the person had signed in there. */
  method: string
  issued_at: number
  expires_at: number
  used_at: number | null
}
