import { sql, type Kysely } from 'kysely'
import { readerKey, type Identity } from '#server/accounts/identity.ts'
import { prepared, type Slots } from '#server/db/prepared.ts'
import type { Schema } from '#server/db/schema.ts'
import { ownerStatus } from '#server/plans/closed-by-plan.ts'
import { openingHolds } from '#server/rules/reading/dwell.ts'
import { outOfTeam } from '#server/rooms/people/out-of-team.ts'
import { wantedTermsOf } from '#server/teams/terms-rows.ts'

const wantedTerms = wantedTermsOf('room')

/** What is stored about a person, by their confirmed addresses, and some rooms. */
export function roomRows(
  kysely: Kysely<Schema>,
  identity: Identity,
  roomGuids: string[],
  emails: string[],
  now: number,
): Promise<RoomRow[]> {
  return rowsOf(kysely, {
    roomGuids,
    // `in` needs a list that is not empty; no address is.
    emails: emails.length > 0 ? emails : [''],
    readerKey: readerKey(identity),
    openedAfter: now - openingHolds,
    limit: 20 * roomGuids.length,
  })
}

type Bound = {
  roomGuids: string[]
  emails: string[]
  readerKey: string
  openedAfter: number
  limit: number
}

const rowsOf = prepared((kysely, bound: Slots<Bound>) =>
  kysely
    .selectFrom('room')
    .innerJoin('user as owner', 'owner.guid', 'room.owner_guid')
    .leftJoin('team', (join) =>
      join.onRef('team.guid', '=', 'owner.team_guid').on('owner.invite_status', '=', 'Active'),
    )
    .leftJoin('team_logo', (join) =>
      join.onRef('team_logo.team_guid', '=', 'team.guid').on('team_logo.is_shown', '=', 1),
    )
    .leftJoin('member', (join) =>
      join
        .onRef('member.room_guid', '=', 'room.guid')
        .on(sql<string>`lower(member.email)`, 'in', bound.emails)
        .on('member.removed_at', 'is', null),
    )
    .leftJoin('room_group', 'room_group.guid', 'member.group_guid')
    .leftJoin('visit', (join) =>
      join
        .onRef('visit.member_guid', '=', 'member.guid')
        .on('visit.reader_key', '=', bound.readerKey)
        .on('visit.started_at', '>', bound.openedAfter)
        // Someone removed and added again has to enter again.
        .onRef('visit.started_at', '>=', 'member.added_at'),
    )
    .select([
      'room.guid',
      'room.owner_guid',
      'room.version',
      'room.name',
      'room.description',
      'room.created_at',
      'room.revision',
      'room.archived_at',
      'room.over_plan_at',
      'room.binned_at',
      'room.may_download',
      'room.may_print',
      'room.may_read_text',
      'room.watermark_size',
      'room.watermark_colour',
      'room.watermark_text',
      'room.destruct_seconds',
      'room.expires_at',
      'room.hides_new_folders',
      'room.contributors_arrange_all',
      'room.shows_index',
      'room.shares_comments',
      'room.news_choice',
      ownerStatus('room', 'owner').as('owner_status'),
      'owner.email as owner_email',
      'owner.first_name',
      'owner.last_name',
      'owner.tier_code',
      'owner.team_guid',
      'team.name as team_name',
      'team.bar_colour',
      'team.text_colour',
      'team_logo.guid as logo_guid',
      'team_logo.width as logo_width',
      'team_logo.height as logo_height',
      'member.guid as member_guid',
      'member.email as member_email',
      'member.name as member_name',
      'member.role',
      'member.group_guid',
      'member.allowed_print',
      'member.starts_at',
      'member.expires_at as member_expires_at',
      'member.suspended_at',
      'member.first_entered_at',
      'member.entered_at',
      'member.news_since',
      'member.is_quiet',
      'room_group.role as group_role',
      'room_group.allowed_print as group_allowed_print',
      outOfTeam.as('is_out_of_team'),
      'visit.guid as visit_guid',
      'visit.seen_at as visit_seen_at',
      wantedTerms.as('terms_guid'),
      sql<number | null>`(
        select 1 from room_acceptance
        where room_acceptance.member_guid = member.guid and room_acceptance.accepted_at >= member.added_at
          and (room_acceptance.terms_guid = ${wantedTerms} or room.asks_terms_again = 0)
        limit 1)`.as('has_accepted'),
    ])
    .where('room.guid', 'in', bound.roomGuids)
    .orderBy('visit.seen_at', 'desc')
    .limit(bound.limit),
)

export type RoomRow = Awaited<ReturnType<typeof rowsOf>>[number]
