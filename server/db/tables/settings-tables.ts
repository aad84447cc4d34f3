import type { Flag, GeneratedFlag } from './flag.ts'

/** The tables of what a person decides for an account in its settings. */

/** A further address of an account, or one that waits for its code; the primary one is in the user's row. */
export interface AddressTable {
  guid: string
  user_guid: string
  email: string
  /** Null if no code was sent, or if the code is used up or opens nothing any more. */
  code_hash: string | null
  tries: number
  code_expires_at: number
  created_at: number
  confirmed_at: number | null
}

/** Which emails an account gets; without a row, all of them. */
export interface NotificationChoiceTable {
  user_guid: string
  is_told_of_openings: Flag
  is_told_of_devices: Flag
  is_told_of_requests: GeneratedFlag
  is_told_of_comments: GeneratedFlag
  is_told_of_week: GeneratedFlag
}

/** An address without an account that wants no optional emails. */
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

/** A browser in which someone proved to be an account's owner: what strangers attempt does not count against it. */
export interface KnownBrowserTable {
  user_guid: string
  /** Of the secret that its cookie keeps. */
  browser_hash: string
  /** By a complete sign-in, or only by a link to choose a new password. */
  proved_by: 'sign-in' | 'reset'
  seen_at: number
}
