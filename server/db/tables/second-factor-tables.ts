/** The secret that an account shares with an app that shows codes. */
export interface SecondFactorTable {
  user_guid: string
  /** Wrapped by the installation's key under the name `second_factor:` and the guid of the user. */
  secret_sealed: string
  /** When the first right code was entered; until then sign-in requires none. */
  confirmed_at: number | null
  /** The newest step of 30 seconds whose code was used; neither it nor an older one is accepted again. */
  last_step: number
  created_at: number
}

/** A code that replaces the app once. */
export interface RecoveryCodeTable {
  guid: string
  user_guid: string
  /** HMAC-SHA256 under a key derived from the account's own secret. */
  code_hash: string
  used_at: number | null
}
