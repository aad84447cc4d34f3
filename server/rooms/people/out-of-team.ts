import { sql } from 'kysely'
import { roles } from '#server/rules/rooms/room-roles.ts'

/**
 * Whether the `member` of a query is a co-owner who is not in the team of the room's owner: 1 or 0. Both can join and
 * leave teams, and a room can be transferred, so it is checked each time. As when a co-owner is appointed
 * (`emailsInTeam`), the address is that of an active account, its primary one or a confirmed further one.
 */
export const outOfTeam = sql<0 | 1>`(case when member.role = ${sql.lit(roles.coOwner)} and not exists (
  select 1 from room as owned
    inner join "user" as head on head.guid = owned.owner_guid
    inner join "user" as mate on mate.team_guid = head.team_guid
  where owned.guid = member.room_guid and head.invite_status = 'Active'
    and mate.invite_status = 'Active' and mate.status = 'Active'
    and mate.guid in (
      select named.guid from "user" as named where lower(named.email) = lower(member.email)
      union all
      select address.user_guid from address
      where lower(address.email) = lower(member.email) and address.confirmed_at is not null)
  ) then 1 else 0 end)`
