/** Who opens an account with a provider: the issuer and its own ID for the person. */
export interface IdentityTable {
  guid: string
  user_guid: string
  issuer: string
  subject: string
  provider: SignInProvider
  /** The address that the provider last gave; it is shown, and never decides. */
  email: string | null
  created_at: number
  used_at: number
}

export type SignInProvider = 'google' | 'microsoft' | 'linkedin' | 'sso'

/** A sign-in with a provider that has begun: one use, in the browser that started it. */
export interface SignInFlowTable {
  /** SHA-256 of the state that goes to the provider and comes back. */
  id_hash: string
  /** SHA-256 of the browser's own ID. */
  browser_key: string
  provider: SignInProvider
  connection_guid: string | null
  purpose: 'signIn' | 'connect' | 'confirm' | 'test'
  user_guid: string | null
  /** JSON object, by purpose. */
  details: string
  created_at: number
  expires_at: number
  used_at: number | null
}

/** An emailed code with which a member of a team signs in, in the browser that requested it. */
export interface SignInCodeTable {
  guid: string
  user_guid: string
  browser_hash: string
  code_hash: string
  tries: number
  created_at: number
  expires_at: number
  used_at: number | null
}
