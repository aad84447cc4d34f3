/** How the passkey of a share opens its file key. Neither is stored here. */
export interface PasskeyTable {
  share_guid: string
  /** Of argon2id, base64url, with the cost at which it was taken: memory in KiB, passes over it. */
  salt: string
  memory_kib: number
  passes: number
  /** The file key, sealed under what argon2id makes of the passkey, and wrapped by the installation's key. */
  key_sealed: string
  created_at: number
}

/** A browser that gave the passkey: a file key that opens with this row and the browser's cookie together. */
export interface HeldKeyTable {
  share_guid: string
  /** Hash of the secret in the browser's cookie. */
  holder_hash: string
  /** Hash of the browser's own id, as in the table of visits. */
  reader_key: string
  /** The half of the key to it that the server keeps, base64url; the other is the cookie's secret. */
  half: string
  /** The file key under both halves, base64url. */
  locked_key: string
  created_at: number
  ends_at: number
}
