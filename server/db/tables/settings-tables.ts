import type { Flag, GeneratedFlag } from './flag.ts'

/** The tables of what a person settles for an account in its settings. */

/** A further address of an account, or one that waits for its code; the primary one is in the user's row. */
export interface AddressTable {
  guid: string
  user_guid: string
  email: string
  /** Null while no code was sent, and when the code is used up or opens nothing any more. */
  code_hash: string | null
  tries: number
  code_expires_at: number
  created_at: number
  confirmed_at: number | null
}

/** What an account gets by mail; without a row, everything. */
export interface NotificationChoiceTable {
  user_guid: string
  is_told_of_openings: Flag
  is_told_of_devices: Flag
  is_told_of_requests: GeneratedFlag
  is_told_of_comments: GeneratedFlag
}

/** An address without an account that wants no letters it can do without. */
export interface QuietAddressTable {
  email: string
  created_at: number
}

/** A kind of browser in one network from which an account was signed in to. */
export interface KnownDeviceTable {
  user_guid: string
  device_hash: string
  seen_at: number
}

/**
 * A browser in which someone proved to be an account's owner: what strangers try does not count against it.
 */
export interface KnownBrowserTable {
  user_guid: string
  /** Of the secret that its cookie keeps. */
  browser_hash: string
  /** By a whole sign-in, or by a link to choose a new password only. */
  proved_by: 'sign-in' | 'reset'
  seen_at: number
}
