/** What lets people make an account; only the hash of the code is kept. */
export interface SignupCodeTable {
  code_hash: string
  /** The plan of the accounts made with it; null: the installation's standard. */
  tier_code: number | null
  /** Null: any number. */
  uses_left: number | null
  /** Null: it does not run out. */
  expires_at: number | null
  created_at: number
  note: string
}
