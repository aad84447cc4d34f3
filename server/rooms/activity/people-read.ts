import { sql, type Kysely } from 'kysely'
import { withAccounts } from '#server/accounts/addresses/known-accounts.ts'
import type { Schema } from '#server/db/schema.ts'
import type { PeopleShown } from '#server/rules/rooms/activity-lists.ts'
import { roles } from '#server/rules/rooms/room-roles.ts'
import { allDays, timeOf, type ReadingTime } from '#server/tracking/rooms/member-times.ts'
import { memberRows, type MemberRow } from '#server/rooms/people/member-rows.ts'
import { visibleFiles } from './visible-files.ts'

/** `page` counts from 1. */
export type PeopleRange = { page: number; pageSize: number; only: PeopleShown }

/** What a member did so far; `lastAt` in epoch milliseconds, null for someone who never did anything. */
export type PersonRead = {
  member: MemberRow & { user_guid: string | null }
  time: ReadingTime
  files: number
  visibleFiles: number
  downloads: number
  prints: number
  lastAt: number | null
}

export type PeopleRead = { people: PersonRead[]; total: number; counts: Record<PeopleShown, number> }

/** A page of the members of a room, whoever was there last first, and behind them by address. */
export async function peopleRead(
  kysely: Kysely<Schema>,
  roomGuid: string,
  { page, pageSize, only }: PeopleRange,
): Promise<PeopleRead> {
  const rows = await peopleOf(kysely, roomGuid, only)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const counts = await countPeople(kysely, roomGuid)
  const seen = await visibleFiles(kysely, roomGuid, rows)
  const known = await withAccounts(kysely, rows, (row) => row.first_entered_at)
  const people = known.map((row) => ({
    member: row,
    time: timeOf(row),
    files: Number(row.files ?? 0),
    visibleFiles: seen.get(row.guid) ?? 0,
    downloads: Number(row.downloads ?? 0),
    prints: Number(row.prints ?? 0),
    lastAt: row.last_at ? Number(row.last_at) : null,
  }))
  return { people, total: counts[only], counts }
}

export function peopleOf(kysely: Kysely<Schema>, roomGuid: string, only: PeopleShown) {
  return memberRows(kysely, roomGuid)
    .leftJoin('member_day', (join) =>
      join.onRef('member_day.member_guid', '=', 'member.guid').on('member_day.day', '=', allDays),
    )
    .select([
      'member_day.measured',
      'member_day.estimated',
      'member_day.files',
      'member_day.downloads',
      'member_day.prints',
      'member_day.last_at',
    ])
    .where('member.role', '!=', roles.owner)
    .$if(only === 'absent', (query) => query.where('member.first_entered_at', 'is', null))
    .$if(only === 'idle', (query) =>
      query
        .where('member.first_entered_at', 'is not', null)
        .where(sql`coalesce(member_day.files, 0)`, '=', 0),
    )
    .orderBy(sql`coalesce(member_day.last_at, 0)`, 'desc')
    .orderBy('member.email')
}

export async function countPeople(kysely: Kysely<Schema>, roomGuid: string): Promise<PeopleRead['counts']> {
  const row = await kysely
    .selectFrom('member')
    .leftJoin('member_day', (join) =>
      join.onRef('member_day.member_guid', '=', 'member.guid').on('member_day.day', '=', allDays),
    )
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere('member.first_entered_at', 'is', null).as('absent'),
      fn
        .countAll<number>()
        .filterWhere((where) =>
          where.and([
            where('member.first_entered_at', 'is not', null),
            where(sql`coalesce(member_day.files, 0)`, '=', 0),
          ]),
        )
        .as('idle'),
    ])
    .where('member.room_guid', '=', roomGuid)
    .where('member.removed_at', 'is', null)
    .where('member.role', '!=', roles.owner)
    .executeTakeFirstOrThrow()
  return { all: Number(row.all), absent: Number(row.absent), idle: Number(row.idle) }
}
