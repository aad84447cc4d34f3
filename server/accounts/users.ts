import type { Selectable } from 'kysely'
import type { UserTable } from '#server/db/schema.ts'

/** The actor of every service: someone with an active account. */
export type User = {
  kind: 'user'
  guid: string
  email: string
  firstName: string
  lastName: string
  tierCode: number
  isOperator: boolean
  timeZone: string
  teamGuid: string | null
  /** 0 owner, 1 admin, 2 member; null without a team. */
  teamRole: number | null
  inviteStatus: UserRow['invite_status']
  /** When the plan falls back to Free (epoch ms); null for one that does not end. */
  tierEndsAt: number | null
  hadTrial: boolean
}

export const userColumns = [
  'user.guid',
  'user.email',
  'user.first_name',
  'user.last_name',
  'user.tier_code',
  'user.is_operator',
  'user.time_zone',
  'user.team_guid',
  'user.team_role',
  'user.invite_status',
  'user.tier_ends_at',
  'user.had_trial',
] as const

type UserRow = Pick<
  Selectable<UserTable>,
  | 'guid'
  | 'email'
  | 'first_name'
  | 'last_name'
  | 'tier_code'
  | 'is_operator'
  | 'time_zone'
  | 'team_guid'
  | 'team_role'
  | 'invite_status'
  | 'tier_ends_at'
  | 'had_trial'
>

export function userOf(row: UserRow): User {
  return {
    kind: 'user',
    guid: row.guid,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    tierCode: row.tier_code,
    isOperator: row.is_operator === 1,
    timeZone: row.time_zone,
    teamGuid: row.team_guid,
    teamRole: row.team_role,
    inviteStatus: row.invite_status,
    tierEndsAt: row.tier_ends_at,
    hadTrial: row.had_trial === 1,
  }
}

/** The step that a person has to complete before anything else. */
export type RequiredStep = 'setup' | 'password'

export const owedColumns = ['user.needs_setup', 'user.must_change_password'] as const

/** Setup first: it chooses the password, too. */
export function requiredStepOf(
  row: Pick<Selectable<UserTable>, 'needs_setup' | 'must_change_password'>,
): RequiredStep | null {
  if (row.needs_setup === 1) return 'setup'
  return row.must_change_password === 1 ? 'password' : null
}
