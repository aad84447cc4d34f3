import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

/** People who sign in with the same requirements. */
export interface TeamTable {
  guid: string
  name: string
  /** JSON list of sign-in methods; null allows all. */
  allowed_methods: string | null
  requires_second_factor: Flag
  /** `#rrggbb`; null for the product's own. */
  bar_colour: string | null
  text_colour: string | null
  created_at: number
  /** Without members since then; kept for its record, and for terms that were accepted. */
  closed_at: Generated<number | null>
}

/** A mail domain of the team. */
export interface TeamDomainTable {
  domain: string
  team_guid: string
  /** Whether accounts of the domain outside the team are stopped from signing in. */
  is_locked: Flag
  asserted_at: number
  /** Who says that it is the team's: the operator, or a record that only its owner can make. */
  proof: Generated<'operator' | 'dns'>
}

/** A domain that a team says is its own, until the record in DNS is there. */
export interface TeamDomainClaimTable {
  domain: string
  team_guid: string
  /** What the record must contain. */
  token: string
  claimed_at: number
  checked_at: number | null
}

/** The place of an address in a team of which it is no member: one row for each of the two. */
export interface TeamPlaceTable {
  guid: string
  team_guid: string
  /** In its canonical spelling. */
  email: string
  /** Of the person who has left or asks; of others no one knows it. */
  name: string
  role: number
  /** Joined, as long as the account of the address is in the team. */
  state: 'Invited' | 'Asked' | 'Rejected' | 'Withdrawn' | 'Joined' | 'Left' | 'Removed'
  /** Who invited, asked, took back or removed. */
  by_email: string
  /** SHA-256 of the secret in the newest email. */
  secret_hash: string | null
  /** When the state began; an invitation that is sent again begins again. */
  began_at: number
  expires_at: number | null
}

/** The identity provider of a team. */
export interface TeamConnectionTable {
  guid: string
  team_guid: string
  kind: 'oidc' | 'saml'
  /** JSON object, by kind. */
  settings: string
  /** The client secret, wrapped as `team_connection:guid`; null if there is none. */
  secret_sealed: string | null
  created_at: number
}

/** An assertion that someone signed in with: none counts twice. */
export interface SamlUsedTable {
  id_hash: string
  expires_at: number
}
