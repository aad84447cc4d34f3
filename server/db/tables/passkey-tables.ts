/** How the passkey of a share opens its file key. Neither is stored here. */
export interface PasskeyTable {
  share_guid: string
  /** For argon2id, base64url, with its cost: memory in KiB, passes over it. */
  salt: string
  memory_kib: number
  passes: number
  /** The file key, encrypted with what argon2id derives from the passkey, and wrapped by the installation's key. */
  key_sealed: string
  /** 1 if guessing needs no limit in total. */
  is_very_strong: number
  created_at: number
}

/** A browser that provided the passkey: a file key that opens with this row and the browser's cookie together. */
export interface HeldKeyTable {
  share_guid: string
  /** Hash of the secret in the browser's cookie. */
  holder_hash: string
  /** Hash of the browser's own ID, as in the table of visits. */
  reader_key: string
  /** The half of the key that the server keeps, base64url; the other is the cookie's secret. */
  half: string
  /** The file key under both halves, base64url. */
  locked_key: string
  created_at: number
  ends_at: number
}
