import type { Kysely } from 'kysely'
import type { Identity } from '#server/accounts/identity.ts'
import { allProvedEmails } from '#server/accounts/addresses/proved-emails.ts'
import type { Schema } from '#server/db/schema.ts'
import { logoIn, type Logo } from '#server/rules/files/logos.ts'
import type { Watermark } from '#server/rules/sharing/options.ts'
import type { RoomPolicyFacts } from '#server/rules/rooms/room-policy.ts'
import { grantsOf, type Grants, type RightRule, type RoomAllowance } from '#server/rules/rooms/room-rights.ts'
import { heldRole, roles, type Role, type RoomVersion } from '#server/rules/rooms/room-roles.ts'
import { rulesOf } from '#server/rooms/rights/rules-of.ts'
import { roomRows, type RoomRow as Row } from './room-rows.ts'

/** What is known about one person and one room at this moment. */
export type RoomAccess = {
  guid: string
  version: RoomVersion
  name: string
  description: string
  createdAt: number
  revision: number
  archivedAt: number | null
  binnedAt: number | null
  policyFacts: RoomPolicyFacts
  /** Whether this is a member whom the owner has suspended; to the policy that is a stranger. */
  isSuspended: boolean
  /** What this person can do where; for a stranger nothing. */
  grants: Grants
  /** The rules that the grants are built from. */
  rules: readonly RightRule[]
  allowance: RoomAllowance & { mayReadText: boolean }
  watermark: Watermark | null
  /** The terms that have to be accepted, whether or not they were. */
  termsGuid: string | null
  hidesNewFolders: boolean
  contributorsArrangeAll: boolean
  showsIndex: boolean
  sharesComments: boolean
  newsChoice: 'all' | 'nobody' | 'later'
  owner: {
    guid: string
    name: string
    email: string
    tierCode: number
    teamGuid: string | null
    /** The name of that team. */
    company: string | null
    barColour: string | null
    textColour: string | null
    logo: Logo | null
  }
  /** The confirmed address with which this person is here. */
  email: string | null
  member: {
    guid: string
    email: string
    name: string
    groupGuid: string | null
    /** -1 not set, 0 none, otherwise the number of copies of each document. */
    allowedPrint: number
    newsSince: number | null
    firstEnteredAt: number | null
    /** When this person last entered. */
    enteredAt: number | null
    isQuiet: boolean
  } | null
  visit: { guid: string; seenAt: number } | null
}

/** The facts about a person and a room, or null if there is no such room. */
export async function loadRoom(
  kysely: Kysely<Schema>,
  identity: Identity,
  roomGuid: string,
  now: number,
): Promise<RoomAccess | null> {
  return roomFor(kysely, identity, await allProvedEmails(kysely, identity), roomGuid, now)
}

/** Like `loadRoom`, if all addresses that the person confirmed are known. */
export async function roomFor(
  kysely: Kysely<Schema>,
  identity: Identity,
  emails: string[],
  roomGuid: string,
  now: number,
): Promise<RoomAccess | null> {
  const rows = await roomRows(kysely, identity, [roomGuid], emails, now)
  const row = nearestRow(rows, emails)
  if (!row) return null
  const isIn = !['other', 'unknown'].includes(relationshipOf(row, identity, emails))
  const rules = isIn && row.member_guid ? await rulesOf(kysely, row.member_guid, row.group_guid) : []
  return foundFor(row, identity, emails, rules)
}

/** If several confirmed addresses are in a room, the account's first one counts. */
export function nearestRow(rows: Row[], emails: string[]): Row | undefined {
  return rows.toSorted((a, b) => rank(a.member_email, emails) - rank(b.member_email, emails))[0]
}

export function foundFor(row: Row, identity: Identity, emails: string[], rules: RightRule[]): RoomAccess {
  const relationship = relationshipOf(row, identity, emails)
  const role = relationship === 'owner' ? roles.owner : roleOf(row)
  const isIn = relationship === 'owner' || relationship === 'co-owner' || relationship === 'member'
  const email = row.member_email ?? emails[0] ?? null
  const isAtWork = identity.isAtWork === true
  return found(row, { relationship, role: isIn ? role : null, rules, email, isAtWork })
}

function rank(email: string | null, emails: string[]): number {
  return email === null ? emails.length : emails.indexOf(email.toLowerCase())
}

function relationshipOf(row: Row, { user }: Identity, emails: string[]): RoomPolicyFacts['relationship'] {
  if (user && user.guid === row.owner_guid) return 'owner'
  const isMember = row.member_guid !== null && row.role !== roles.owner && row.suspended_at === null
  if (isMember) return roleOf(row) === roles.coOwner && user ? 'co-owner' : 'member'
  return emails.length > 0 ? 'other' : 'unknown'
}

export function roleOf({ role, group_role: groupRole, is_out_of_team: isOutOfTeam }: Row): Role | null {
  return role === null ? null : heldRole({ role, groupRole, isOutOfTeam: isOutOfTeam === 1 })
}

function found(
  row: Row,
  whose: {
    relationship: RoomPolicyFacts['relationship']
    role: Role | null
    rules: RightRule[]
    email: string | null
    isAtWork: boolean
  },
): RoomAccess {
  const { relationship, role, rules, email, isAtWork } = whose
  const owesTerms = row.terms_guid !== null && row.has_accepted === null
  const { watermark_size: size, watermark_colour: colour } = row
  return {
    guid: row.guid,
    version: row.version,
    name: row.name,
    description: row.description,
    createdAt: row.created_at,
    revision: row.revision,
    archivedAt: row.archived_at,
    binnedAt: row.binned_at,
    policyFacts: {
      relationship,
      role,
      status: row.binned_at !== null ? 'Trashed' : row.archived_at !== null ? 'Archived' : 'Active',
      ownerStatus: row.owner_status,
      isOverPlan: row.over_plan_at !== null,
      destructSeconds: row.destruct_seconds,
      expiresAt: row.expires_at,
      firstViewedAt: row.first_entered_at,
      ownStartsAt: row.starts_at,
      ownEndsAt: row.member_expires_at,
      owesTerms,
      isEntered: row.visit_guid !== null || (isAtWork && !owesTerms),
    },
    isSuspended: relationship === 'other' && row.member_guid !== null && row.suspended_at !== null,
    grants: role === null ? nothing : grantsOf(role, rules),
    rules,
    allowance: {
      mayDownload: row.may_download === 1,
      mayPrint: row.may_print === 1,
      mayReadText: row.may_read_text === 1,
    },
    watermark: size && colour ? { size, colour, text: row.watermark_text } : null,
    termsGuid: row.terms_guid,
    hidesNewFolders: row.hides_new_folders === 1,
    contributorsArrangeAll: row.contributors_arrange_all === 1,
    showsIndex: row.shows_index === 1,
    sharesComments: row.shares_comments === 1,
    newsChoice: row.news_choice,
    owner: {
      guid: row.owner_guid,
      name: `${row.first_name} ${row.last_name}`.trim(),
      email: row.owner_email,
      tierCode: row.tier_code,
      teamGuid: row.team_guid,
      company: row.team_name,
      barColour: row.bar_colour,
      textColour: row.text_colour,
      logo: logoIn(row),
    },
    email,
    member:
      row.member_guid === null || role === null
        ? null
        : {
            guid: row.member_guid,
            email: row.member_email!,
            name: row.member_name!,
            groupGuid: row.group_guid,
            allowedPrint: printsAllowed(row),
            newsSince: row.news_since,
            firstEnteredAt: row.first_entered_at,
            enteredAt: row.entered_at,
            isQuiet: row.is_quiet === 1,
          },
    visit: row.visit_guid === null ? null : { guid: row.visit_guid, seenAt: row.visit_seen_at ?? 0 },
  }
}

const nothing: Grants = { base: 0, role: roles.view, rules: new Map() }

/** The member's own allowance comes before the group's. */
function printsAllowed(row: Row): number {
  return (row.allowed_print ?? -1) >= 0 ? row.allowed_print! : (row.group_allowed_print ?? -1)
}
