/** What a program of one person shows instead of a password. The table has the SHA-256 of the token. */
export interface AccessTokenTable {
  guid: string
  user_guid: string
  name: string
  token_hash: string
  /** Scopes with spaces between them. */
  scopes: string
  /** How its owner had signed in when making it: the team's requirements apply to that. */
  method: string
  created_at: number
  /** Null: it has no end. */
  ends_at: number | null
  used_at: number | null
  /** The network of the latest use. */
  used_from: string
}
