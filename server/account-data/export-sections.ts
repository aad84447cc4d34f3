import { tierOf } from '#server/rules/product/plans.ts'
import { listOf, ownRows, printed, type ExportOf, type ExportSection } from './export-section.ts'
import { accountEvents, filesNotShared, webhooksIn } from './exported-rows.ts'
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
  ownRows('accessTokens', {
    table: 'access_token',
    owner: 'user_guid',
    key: 'guid',
    columns: ['name', 'scopes', 'created_at', 'ends_at', 'used_at', 'used_from'],
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
  ownRows('cloudStorage', {
    table: 'cloud_connection',
    owner: 'user_guid',
    key: 'guid',
    columns: ['cloud', 'account_name', 'created_at', 'is_lost'],
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
  ownRows('surveys', {
    table: 'survey',
    owner: 'user_guid',
    key: 'user_guid',
    columns: ['sessions', 'answered_at'],
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
  ownRows('preparedExports', {
    table: 'prepared_export',
    owner: 'user_guid',
    key: 'guid',
    columns: ['list', 'share_guid', 'room_guid', 'filter', 'format', 'name', 'created_at', 'ready_at'],
  }),
  { name: 'webhooks', write: (from) => listOf(webhooksIn(from)) },
  ownRows('cloudCopies', {
    table: 'cloud_copy',
    owner: 'user_guid',
    key: 'guid',
    columns: ['cloud', 'room_guid', 'share_guid', 'state', 'created_at', 'ended_at'],
  }),
  ownRows('cloudOrigins', {
    table: 'cloud_origin',
    owner: 'user_guid',
    key: 'file_guid',
    columns: ['file_guid', 'cloud', 'item_id', 'revision', 'is_daily', 'checked_at'],
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
