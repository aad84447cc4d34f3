import type { Generated, GeneratedAlways } from 'kysely'
import type { Flag, GeneratedFlag } from './flag.ts'

export type TermsMode = 'off' | 'team' | 'custom'

export interface ShareTable {
  guid: string
  owner_guid: string
  file_guid: string
  message: string
  visibility: 'people' | 'public'
  may_download: Flag
  may_print: Flag
  watermark_size: 'small' | 'medium' | 'large' | null
  watermark_colour: 'grey' | 'red' | 'blue' | null
  /** The sender's own text in the watermark, or nothing. */
  watermark_text: Generated<string>
  /** Whether readers get the text of the pages, for screen readers and for search. */
  may_read_text: GeneratedFlag
  status: 'Active' | 'Killed'
  /** -1 none, 0 fixed date, more than 0 seconds after the first opening. */
  destruct_seconds: number
  expires_at: number | null
  /** The earliest opening; starts self-destruct of a public link. */
  first_viewed_at: number | null
  created_at: number
  killed_at: number | null
  /** Whether this is the sample of the tour, which its owner reads as its recipient. */
  is_tour: GeneratedFlag
  /** The displayed name; initially the file's own. */
  name: Generated<string>
  /** Whether the file opens only with a passkey; `visibility` is public then. */
  needs_passkey: GeneratedFlag
  /**
   * If printing is allowed: -1 without limit, otherwise copies for each recipient, or for the link's visitors together.
   */
  print_count: Generated<number>
  /** Copies that visitors of the link have used. */
  prints_spent: Generated<number>
  /** Whether recipients can forward the file without asking. */
  may_forward: GeneratedFlag
  /** Whether the pages are shown in the browser; otherwise the file can only be downloaded. */
  is_web_view: GeneratedFlag
  asks_name: GeneratedFlag
  terms_mode: Generated<TermsMode>
  /**
   * The sender's own terms, or the team's at the time of sending, which apply unless the sender's team has
   * later ones.
   */
  terms_guid: Generated<string | null>
  /** Whether a new version of the team's terms has to be accepted again. */
  asks_terms_again: GeneratedFlag
  /** Whether the owner is emailed when someone accepts the terms. */
  tells_acceptance: GeneratedFlag
  /** Whether recipients are reminded a day before the share ends. */
  reminds: GeneratedFlag
  /** Whether emails to named recipients show the first page. */
  shows_page: GeneratedFlag
  reminded_at: Generated<number | null>
  /** Options of calls that mean nothing to us: a JSON list of texts, or nothing. */
  other_options: Generated<string>
  /** Which version of the file is shown. */
  version: Generated<number>
  /** Counts the edits: whoever edits or opens says which state they saw. */
  revision: Generated<number>
  /** When it was moved to the trash, for 30 days. */
  binned_at: Generated<number | null>
  /** Since when it is over the limits of its owner’s plan, and therefore closed to everyone else. */
  over_plan_at: Generated<number | null>
  /** The end that was seen to have passed; if `ends_at` differs by now, it has not. */
  ended_for: Generated<number | null>
  /** When it closes by itself, or a time later than all; computed by the database, like the next two. */
  ends_at: GeneratedAlways<number>
  /** Its state in lists: 0 open and not opened yet, 1 open, 2 ended by itself, 3 unshared. */
  listed_as: GeneratedAlways<0 | 1 | 2 | 3>
  /** What lists sort its name by. */
  name_key: GeneratedAlways<string>
}

export interface RecipientTable {
  guid: string
  share_guid: string
  email: string
  name: string
  /** This recipient's first opening; starts self-destruct for this recipient. */
  first_viewed_at: number | null
  added_at: number
  mail_status: 'Waiting' | 'Sent' | 'Failed'
  /** The mail server's message when it refused. */
  mail_reason: Generated<string>
  mailed_at: Generated<number | null>
  /** When the owner removed this one person's access. */
  revoked_at: Generated<number | null>
  /** An end for this person, before the share's own. */
  expires_at: Generated<number | null>
  /** More time that the owner gave this person after either of these ends; it counts instead of both. */
  extended_until: Generated<number | null>
  /** Neither download nor print, whatever the share allows. */
  is_view_only: GeneratedFlag
  prints_spent: Generated<number>
  /** The address of the person who forwarded the file to this one. */
  forwarded_by: Generated<string | null>
}

/** An emailed six-digit code that confirms an address on the recipients' sign-in page. */
export interface CodeTable {
  guid: string
  /** For a share, or for a room. */
  share_guid: string | null
  room_guid: Generated<string | null>
  email: string
  code_hash: string
  /** Of the browser that requested it, in which alone it works; '' before that was recorded. */
  browser_hash: Generated<string>
  tries: number
  created_at: number
  expires_at: number
  used_at: number | null
}

/** A browser with an address confirmed by a code: a reader without an account. */
export interface ReaderTable {
  id_hash: string
  email: string
  created_at: number
  seen_at: number
  idle_until: number
  ends_at: number
  ip: string
  user_agent: string
}

/** One opening of a share by one reader, or one entry into a room; the page addresses work only while it is fresh. */
export interface VisitTable {
  guid: string
  /** Of a share, or of a room: there one visit covers all its files. */
  share_guid: string | null
  room_guid: Generated<string | null>
  recipient_guid: string | null
  member_guid: Generated<string | null>
  /** Hash of the reader: the user, the confirmed address, or the browser on a public link. */
  reader_key: string
  started_at: number
  seen_at: number
  /** When its reader last came back after ten minutes without a request; null if they never did. */
  resumed_at: Generated<number | null>
  /** Up to when reading was measured in it; null if nothing was. */
  measured_until: number | null
}

/** A text to be accepted before a file is seen; a changed one is another row. */
export interface TermsTable {
  guid: string
  /** Whose they are: a team's, or of one person for one share. */
  team_guid: string | null
  owner_guid: string | null
  /** Counts from 1 for each team. */
  version: number
  text: string
  sha256: string
  created_at: number
  /** Where a team's text was fetched from; null for one that was typed. */
  source_url: Generated<string | null>
}

/** A reader's acceptance of terms: which text, when and from where. */
export interface AcceptanceTable {
  guid: string
  share_guid: string
  /** The recipient's guid, or the hash of the browser of a link's visitor. */
  reader: string
  email: string | null
  terms_guid: string
  sha256: string
  accepted_at: number
  ip: string
  user_agent: string
}

/** Who a reader claims to be, if the sender requires a name. */
export interface IntroductionTable {
  share_guid: string
  /** The recipient's guid, or the hash of the browser of a link's visitor. */
  reader: string
  first_name: string
  last_name: string
  /** As entered and unconfirmed; null for people who confirmed an address. */
  email: string | null
  created_at: number
}
