import type { Generated } from 'kysely'
import type { Flag, GeneratedFlag } from './flag.ts'

/** People who sign in with the same requirements. */
export interface TeamTable {
  guid: string
  name: string
  /** JSON list of sign-in methods; null allows all. */
  allowed_methods: string | null
  requires_second_factor: Flag
  /** From when it is required; null if it is required at once, or not at all. */
  second_factor_from: Generated<number | null>
  /** How many days before that the members were last reminded. */
  second_factor_reminded: Generated<number | null>
  /** `#rrggbb`; null for the product's own. */
  bar_colour: string | null
  text_colour: string | null
  /** Plain text under emails about what its members share; null for none. */
  email_line: Generated<string | null>
  /** After how many hours members sign in again; null for no limit of the team's own. */
  session_hours: Generated<number | null>
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

/** An identity provider of a team. */
export interface TeamConnectionTable {
  guid: string
  team_guid: string
  kind: 'oidc' | 'saml'
  /** JSON object, by kind. */
  settings: string
  /** The client secret, wrapped as `team_connection:guid`; null if there is none. */
  secret_sealed: string | null
  created_at: number
  /** Whether the team signs in with it; another one can be set up beside it. */
  is_on: GeneratedFlag
  /** An administrator's addresses are asked with care. */
  set_by: Generated<'operator' | 'admin'>
  /** When a test last worked, if none failed since. */
  tested_at: Generated<number | null>
  /** JSON of what came back from the last test, kept for an hour. */
  answer: Generated<string | null>
  answered_at: Generated<number | null>
}

/** An assertion that someone signed in with: none counts twice. */
export interface SamlUsedTable {
  id_hash: string
  expires_at: number
}

/** A logo of a team, or one that was drawn for a preview; see `server/teams/branding`. */
export interface TeamLogoTable {
  guid: string
  team_guid: string
  /** The bytes of a PNG, wrapped as `team_logo:guid`. */
  png_sealed: string
  /** Pixels. */
  width: number
  height: number
  is_shown: Flag
  created_at: number
}

/** The address from which a team's terms were fetched last, or are being fetched. */
export interface TermsSourceTable {
  guid: string
  team_guid: string
  url: string
  /** The account of the administrator who asked for it. */
  asked_by: string
  asked_at: number
  /** Null while it is under way. */
  ended_at: number | null
  /** Why there is no text, or null. */
  failure: string | null
}
