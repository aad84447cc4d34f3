import { sql } from 'kysely'
import type { Migration } from '#server/db/tables/columns.ts'

/** What was recorded about accounts before there was `is_audit`: that column is part of no hash. */
const earlier = [
  'SignedIn',
  'TokenMade',
  'NewDevice',
  'SecondFactorFailed',
  'AccountLocked',
  'PasswordChanged',
  'SecondFactorOn',
  'SecondFactorOff',
  'RecoveryCodesRenewed',
  'RecoveryCodeUsed',
  'AddressAdded',
  'AddressRemoved',
  'PrimaryChanged',
  'SignInConnected',
  'SignInDisconnected',
  'AccountClosed',
  'AccountKept',
  'Exported',
]

/** By which the audit pages of an account and of a team find their lines, also of some kinds only. */
export const auditPages: Migration = {
  name: '0050-audit-pages',
  async up(database) {
    await sql`update event set is_audit = 1 where is_audit = 0 and kind in (${sql.join(earlier)})`.execute(
      database,
    )
    for (const [name, columns] of [
      ['subject', 'subject_guid, at, sequence'],
      ['subject_kind', 'subject_guid, kind, at, sequence'],
    ] as const)
      await sql`create index ${sql.ref(`event_audit_${name}`)} on event (${sql.raw(columns)})
        where is_audit = 1`.execute(database)
    await sql`create index event_audit_team_kind on event (team_guid, kind, at, subject_guid, sequence)
      where team_guid is not null`.execute(database)
  },
}
