import type { Selectable } from 'kysely'
import type { UserTable } from '#server/db/schema.ts'
import { tierOf } from '#server/rules/product/plans.ts'
import type { SignInMethod } from '#server/rules/accounts/sign-in-methods.ts'

/** What a program learns about a signed-in account; the field names are part of the API. */
export type UserInfo = {
  Email: string
  FirstName: string
  LastName: string
  UserGuid: string
  Status: 'Active' | 'Pending' | 'Setup' | 'Suspended'
  StatusInvite: 'Active' | 'Pending' | 'Rejected' | 'Removed'
  AccountTier: string
  AccountTierCode: number
  OnboardingStatus: number
  IsPasswordReset: boolean
  TeamGuid: string | null
  TeamRole: number | null
  /** Bytes. */
  UsageStorageConsumed: number
  /** Bytes; null for no limit. */
  UsageStorageQuota: number | null
  HadTrial: boolean
  /** Empty if every method is allowed. */
  EnabledLoginMethod: readonly SignInMethod[]
}

type Row = Pick<
  Selectable<UserTable>,
  | 'guid'
  | 'email'
  | 'first_name'
  | 'last_name'
  | 'status'
  | 'tier_code'
  | 'needs_setup'
  | 'must_change_password'
  | 'had_trial'
>

/** `known` is what other services know about the account: its team, its usage, its progress in the tour. */
export function userInfo(row: Row, known: Partial<UserInfo> = {}): UserInfo {
  return {
    Email: row.email,
    FirstName: row.first_name,
    LastName: row.last_name,
    UserGuid: row.guid,
    Status: row.status === 'Active' && row.needs_setup === 1 ? 'Setup' : row.status,
    StatusInvite: 'Active',
    AccountTier: tierOf(row.tier_code).name,
    AccountTierCode: row.tier_code,
    OnboardingStatus: 0,
    IsPasswordReset: row.must_change_password === 1,
    TeamGuid: null,
    TeamRole: null,
    UsageStorageConsumed: 0,
    UsageStorageQuota: null,
    HadTrial: row.had_trial === 1,
    EnabledLoginMethod: [],
    ...known,
  }
}
