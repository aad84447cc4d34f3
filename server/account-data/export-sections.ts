import { tierOf } from '#server/rules/product/plans.ts'
import { listOf, ownRows, printed, type ExportOf, type ExportSection } from './export-section.ts'
import { accountEvents, filesNotShared } from './exported-rows.ts'
import { exportedRooms, membershipsIn } from './exported-rooms.ts'
import { exportedShares } from './exported-shares.ts'

/** What an account's export contains, in the order of the document. A new table is one more line. */
export const exportSections: readonly ExportSection[] = [
  { name: 'account', write: accountOf },
  ownRows('devices', {
    table: 'session',
    owner: 'user_guid',
    key: 'guid',
    columns: ['method', 'created_at', 'seen_at', 'ends_at', 'is_remembered', 'is_api', 'ip', 'user_agent'],
  }),
  { name: 'accountEvents', write: (from) => listOf(accountEvents(from)) },
  ownRows('furtherAddresses', {
    table: 'address',
    owner: 'user_guid',
    key: 'guid',
    columns: ['email', 'created_at', 'confirmed_at'],
  }),
  ownRows('connectedSignIns', {
    table: 'identity',
    owner: 'user_guid',
    key: 'guid',
    columns: ['provider', 'issuer', 'email', 'created_at', 'used_at'],
  }),
  ownRows('notifications', {
    table: 'notification_choice',
    owner: 'user_guid',
    key: 'user_guid',
    columns: [
      'is_told_of_openings',
      'is_told_of_requests',
      'is_told_of_comments',
      'is_told_of_devices',
      'is_told_of_week',
    ],
  }),
  ownRows('planRequests', {
    table: 'plan_request',
    owner: 'user_guid',
    key: 'guid',
    columns: ['kind', 'tier_code', 'seats', 'message', 'status', 'created_at', 'decided_at', 'note'],
  }),
  ownRows('requests', {
    table: 'access_request',
    owner: 'owner_guid',
    key: 'guid',
    columns: [
      'share_guid',
      'kind',
      'email',
      'name',
      'reason',
      'status',
      'created_at',
      'decided_at',
      'granted',
      'ends_at',
      'extra_days',
      'note',
    ],
  }),
  ownRows('presets', {
    table: 'preset',
    owner: 'owner_guid',
    key: 'guid',
    columns: ['name', 'choices', 'is_standard', 'created_at'],
  }),
  ownRows('zipDownloads', {
    table: 'zip',
    owner: 'user_guid',
    key: 'guid',
    columns: ['name', 'room_guid', 'created_at', 'ready_at'],
  }),
  { name: 'filesNotShared', write: (from) => listOf(filesNotShared(from)) },
  { name: 'dataRooms', write: exportedRooms },
  { name: 'dataRoomsOfOthers', write: (from) => listOf(membershipsIn(from)) },
  exportedShares,
]

async function* accountOf({ kysely, userGuid }: ExportOf): AsyncGenerator<string> {
  const row = await kysely
    .selectFrom('user')
    .select([
      'guid',
      'email',
      'first_name',
      'last_name',
      'status',
      'tier_code',
      'tier_ends_at',
      'had_trial',
      'is_operator',
      'time_zone',
      'created_at',
      'has_password',
      'password_changed_at',
      'storage_bytes',
    ])
    .where('guid', '=', userGuid)
    .executeTakeFirst()
  yield JSON.stringify(row ? { ...printed(row), plan: tierOf(row.tier_code).name } : null)
}
