import type { Kysely } from 'kysely'

export type Value = string | number | null
export type Row = Record<string, Value>
/** Any table, its rows as they are: for what treats all tables alike. */
export type AnyRows = Kysely<Record<string, Row>>

export type TableShape = {
  name: string
  /** The columns of the primary key. */
  key: readonly string[]
  /** Column to `table.column` that it names. */
  references: Readonly<Record<string, string>>
  /**
   * A database that no one has used has rows here already: migrations or the start of a server put them
   * there.
   */
  isSeeded?: true
  /** Columns that the database makes from the others: no copy brings them along. */
  made?: readonly string[]
}

/** Every table, each behind those it refers to. A test compares this with what the migrations make. */
export const tables: readonly TableShape[] = [
  { name: 'migration', key: ['name'], references: {}, isSeeded: true },
  { name: 'installation', key: ['id'], references: {}, isSeeded: true },
  { name: 'team', key: ['guid'], references: {} },
  { name: 'team_domain', key: ['domain'], references: { team_guid: 'team.guid' } },
  {
    name: 'team_domain_claim',
    key: ['team_guid', 'domain'],
    references: { team_guid: 'team.guid' },
  },
  { name: 'team_place', key: ['guid'], references: { team_guid: 'team.guid' } },
  { name: 'team_connection', key: ['guid'], references: { team_guid: 'team.guid' } },
  { name: 'team_logo', key: ['guid'], references: { team_guid: 'team.guid' } },
  { name: 'saml_used', key: ['id_hash'], references: {} },
  { name: 'user', key: ['guid'], references: { team_guid: 'team.guid' } },
  { name: 'session', key: ['guid'], references: { user_guid: 'user.guid' } },
  { name: 'access_token', key: ['guid'], references: { user_guid: 'user.guid' } },
  { name: 'token', key: ['id_hash'], references: { user_guid: 'user.guid' } },
  { name: 'address', key: ['guid'], references: { user_guid: 'user.guid' } },
  { name: 'notification_choice', key: ['user_guid'], references: { user_guid: 'user.guid' } },
  { name: 'known_device', key: ['user_guid', 'device_hash'], references: { user_guid: 'user.guid' } },
  { name: 'known_browser', key: ['user_guid', 'browser_hash'], references: { user_guid: 'user.guid' } },
  { name: 'quiet_address', key: ['email'], references: {} },
  { name: 'signup_code', key: ['code_hash'], references: {} },
  { name: 'challenge', key: ['id_hash'], references: { user_guid: 'user.guid' } },
  { name: 'sign_in_code', key: ['guid'], references: { user_guid: 'user.guid' } },
  { name: 'hand_off', key: ['id_hash'], references: { user_guid: 'user.guid' } },
  { name: 'second_factor', key: ['user_guid'], references: { user_guid: 'user.guid' } },
  { name: 'recovery_code', key: ['guid'], references: { user_guid: 'second_factor.user_guid' } },
  { name: 'identity', key: ['guid'], references: { user_guid: 'user.guid' } },
  { name: 'sign_in_flow', key: ['id_hash'], references: { user_guid: 'user.guid' } },
  { name: 'cloud_connection', key: ['guid'], references: { user_guid: 'user.guid' } },
  { name: 'cloud_revocation', key: ['guid'], references: {} },
  { name: 'cloud_flow', key: ['id_hash'], references: { user_guid: 'user.guid' } },
  {
    name: 'terms_source',
    key: ['guid'],
    references: { team_guid: 'team.guid', asked_by: 'user.guid' },
  },
  { name: 'plan_request', key: ['guid'], references: { user_guid: 'user.guid' } },
  { name: 'survey', key: ['user_guid'], references: { user_guid: 'user.guid' } },
  { name: 'plan_link', key: ['token_hash'], references: {} },
  { name: 'plan_payment', key: ['event_hash'], references: {} },
  { name: 'object', key: ['guid'], references: {} },
  { name: 'terms', key: ['guid'], references: { team_guid: 'team.guid', owner_guid: 'user.guid' } },
  {
    name: 'room',
    key: ['guid'],
    references: { owner_guid: 'user.guid', terms_guid: 'terms.guid' },
  },
  {
    name: 'file',
    key: ['guid'],
    references: { owner_guid: 'user.guid', object_guid: 'object.guid', room_guid: 'room.guid' },
  },
  { name: 'upload', key: ['guid'], references: { owner_guid: 'user.guid', room_guid: 'room.guid' } },
  { name: 'page', key: ['file_guid', 'number'], references: { file_guid: 'file.guid' } },
  {
    name: 'page_image',
    key: ['file_guid', 'number', 'width'],
    references: { file_guid: 'file.guid', object_guid: 'object.guid' },
  },
  {
    name: 'conversion',
    key: ['file_guid', 'purpose'],
    references: { file_guid: 'file.guid', object_guid: 'object.guid' },
  },
  {
    name: 'share',
    key: ['guid'],
    references: { owner_guid: 'user.guid', file_guid: 'file.guid', terms_guid: 'terms.guid' },
    made: ['ends_at', 'listed_as', 'name_key'],
  },
  {
    name: 'share_version',
    key: ['share_guid', 'number'],
    references: { share_guid: 'share.guid', file_guid: 'file.guid' },
  },
  { name: 'removed_version', key: ['share_guid', 'number'], references: { share_guid: 'share.guid' } },
  {
    name: 'share_word',
    key: ['owner_guid', 'word', 'share_guid'],
    references: { owner_guid: 'user.guid', share_guid: 'share.guid' },
  },
  {
    name: 'recipient',
    key: ['guid'],
    references: { share_guid: 'share.guid' },
  },
  {
    name: 'held_letter',
    key: ['recipient_guid'],
    references: { recipient_guid: 'recipient.guid', share_guid: 'share.guid' },
  },
  { name: 'passkey', key: ['share_guid'], references: { share_guid: 'share.guid' } },
  { name: 'held_key', key: ['share_guid', 'holder_hash'], references: { share_guid: 'share.guid' } },
  {
    name: 'acceptance',
    key: ['guid'],
    references: { share_guid: 'share.guid', terms_guid: 'terms.guid' },
  },
  { name: 'introduction', key: ['share_guid', 'reader'], references: { share_guid: 'share.guid' } },
  { name: 'preset', key: ['guid'], references: { owner_guid: 'user.guid' } },
  { name: 'sending', key: ['guid'], references: { owner_guid: 'user.guid' } },
  {
    name: 'sending_file',
    key: ['sending_guid', 'number'],
    references: { sending_guid: 'sending.guid', share_guid: 'share.guid' },
  },
  {
    name: 'access_request',
    key: ['guid'],
    references: { share_guid: 'share.guid', owner_guid: 'user.guid', asked_by: 'recipient.guid' },
  },
  {
    name: 'comment',
    key: ['guid'],
    references: { share_guid: 'share.guid', recipient_guid: 'recipient.guid' },
  },
  {
    name: 'item',
    key: ['guid'],
    references: { room_guid: 'room.guid', file_guid: 'file.guid' },
  },
  {
    name: 'room_comment',
    key: ['guid'],
    references: { item_guid: 'item.guid' },
  },
  {
    name: 'item_version',
    key: ['item_guid', 'number'],
    references: { item_guid: 'item.guid', file_guid: 'file.guid' },
  },
  {
    name: 'item_word',
    key: ['room_guid', 'word', 'item_guid'],
    references: { room_guid: 'room.guid', item_guid: 'item.guid' },
  },
  { name: 'room_group', key: ['guid'], references: { room_guid: 'room.guid' } },
  { name: 'member', key: ['guid'], references: { room_guid: 'room.guid', group_guid: 'room_group.guid' } },
  {
    name: 'room_rule',
    key: ['guid'],
    references: { item_guid: 'item.guid', member_guid: 'member.guid', group_guid: 'room_group.guid' },
  },
  {
    name: 'member_print',
    key: ['member_guid', 'item_guid'],
    references: { member_guid: 'member.guid', item_guid: 'item.guid' },
  },
  {
    name: 'room_acceptance',
    key: ['guid'],
    references: { room_guid: 'room.guid', member_guid: 'member.guid', terms_guid: 'terms.guid' },
  },
  { name: 'room_arrival', key: ['file_guid'], references: { file_guid: 'file.guid' } },
  { name: 'room_batch', key: ['guid'], references: { room_guid: 'room.guid' } },
  {
    name: 'room_batch_line',
    key: ['batch_guid', 'place'],
    references: { batch_guid: 'room_batch.guid', item_guid: 'item.guid', file_guid: 'file.guid' },
  },
  {
    name: 'member_news',
    key: ['member_guid', 'batch_guid'],
    references: { member_guid: 'member.guid', batch_guid: 'room_batch.guid' },
  },
  { name: 'room_offer', key: ['room_guid'], references: { room_guid: 'room.guid' } },
  {
    name: 'room_look',
    key: ['room_guid', 'user_guid'],
    references: { room_guid: 'room.guid', user_guid: 'user.guid' },
  },
  { name: 'code', key: ['guid'], references: { share_guid: 'share.guid', room_guid: 'room.guid' } },
  { name: 'reader', key: ['id_hash'], references: {} },
  {
    name: 'visit',
    key: ['guid'],
    references: {
      share_guid: 'share.guid',
      recipient_guid: 'recipient.guid',
      room_guid: 'room.guid',
      member_guid: 'member.guid',
    },
  },
  { name: 'track', key: ['guid'], references: { visit_guid: 'visit.guid', item_guid: 'item.guid' } },
  { name: 'room_day', key: ['room_guid', 'day'], references: { room_guid: 'room.guid' } },
  {
    name: 'item_day',
    key: ['room_guid', 'day', 'item_guid'],
    references: { room_guid: 'room.guid', item_guid: 'item.guid' },
  },
  {
    name: 'folder_day',
    key: ['room_guid', 'day', 'folder_guid'],
    references: { room_guid: 'room.guid', folder_guid: 'item.guid' },
  },
  {
    name: 'member_day',
    key: ['room_guid', 'day', 'member_guid'],
    references: { room_guid: 'room.guid', member_guid: 'member.guid' },
  },
  {
    name: 'member_item',
    key: ['member_guid', 'item_guid'],
    references: { member_guid: 'member.guid', item_guid: 'item.guid' },
  },
  {
    name: 'item_reading',
    key: ['visit_guid', 'item_guid'],
    references: { visit_guid: 'visit.guid', item_guid: 'item.guid', member_guid: 'member.guid' },
  },
  { name: 'zip', key: ['guid'], references: { user_guid: 'user.guid', room_guid: 'room.guid' } },
  { name: 'zip_part', key: ['zip_guid', 'number'], references: { zip_guid: 'zip.guid' } },
  { name: 'zip_entry', key: ['zip_guid', 'number'], references: { zip_guid: 'zip.guid' } },
  {
    name: 'prepared_export',
    key: ['guid'],
    references: {
      user_guid: 'user.guid',
      share_guid: 'share.guid',
      room_guid: 'room.guid',
      object_guid: 'object.guid',
    },
  },
  {
    name: 'cloud_copy',
    key: ['guid'],
    references: { user_guid: 'user.guid', room_guid: 'room.guid', share_guid: 'share.guid' },
  },
  {
    name: 'cloud_copy_item',
    key: ['copy_guid', 'place'],
    references: { copy_guid: 'cloud_copy.guid' },
  },
  {
    name: 'cloud_origin',
    key: ['file_guid'],
    references: { file_guid: 'file.guid', user_guid: 'user.guid' },
  },
  { name: 'event_head', key: ['subject_guid'], references: {} },
  {
    name: 'event',
    key: ['subject_guid', 'sequence'],
    references: { subject_guid: 'event_head.subject_guid' },
  },
  { name: 'audit_key', key: ['guid'], references: {}, isSeeded: true },
  { name: 'audit_head', key: ['number'], references: {} },
  { name: 'audit_leaf', key: ['number', 'subject_guid'], references: {} },
  { name: 'feed', key: ['guid'], references: { user_guid: 'user.guid', team_guid: 'team.guid' } },
  { name: 'feed_entry', key: ['feed_guid', 'number'], references: { feed_guid: 'feed.guid' } },
  { name: 'webhook', key: ['guid'], references: { feed_guid: 'feed.guid' } },
  { name: 'webhook_message', key: ['guid'], references: { webhook_guid: 'webhook.guid' } },
  {
    name: 'webhook_attempt',
    key: ['message_guid', 'number'],
    references: { message_guid: 'webhook_message.guid' },
  },
  { name: 'operation', key: ['guid'], references: {} },
  { name: 'lost_email', key: ['guid'], references: {} },
  { name: 'job', key: ['guid'], references: {} },
  { name: 'rate', key: ['key'], references: {}, isSeeded: true },
  { name: 'sent_form', key: ['key'], references: {} },
]
