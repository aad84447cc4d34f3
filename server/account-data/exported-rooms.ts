import { sql } from 'kysely'
import { allProvedEmails } from '#server/accounts/addresses/proved-emails.ts'
import { userColumns, userOf } from '#server/accounts/users.ts'
import { roleOfMember } from '#server/rooms/people/member-rows.ts'
import { outOfTeam } from '#server/rooms/people/out-of-team.ts'
import { bytesOfRoom } from '#server/rooms/room-size.ts'
import { roleName } from '#server/rules/rooms/room-roles.ts'
import { eventsAfter } from './exported-rows.ts'
import { listOf, printed, type ExportOf } from './export-section.ts'
import { rowsInOrderOf } from '#server/db/rows-in-pages.ts'

/** Every data room of the account, each with its tree, its members and their permissions, and with all its events. */
export async function* exportedRooms(from: ExportOf): AsyncGenerator<string> {
  let isFirst = true
  yield '['
  for await (const room of roomsAfter(from)) {
    // The object is left open, since items and events may be very many.
    yield `${isFirst ? '' : ','}\n${JSON.stringify({ ...printed(room), storageBytes: Number(room.storage_bytes ?? 0) }).slice(0, -1)},"items":`
    yield* listOf(itemsAfter(from, room.guid))
    yield ',"comments":'
    yield* listOf(roomCommentsAfter(from, room.guid))
    yield ',"groups":'
    yield* listOf(groupsAfter(from, room.guid))
    yield ',"members":'
    yield* listOf(membersAfter(from, room.guid))
    yield ',"rights":'
    yield* listOf(rightsAfter(from, room.guid))
    yield ',"events":'
    yield* listOf(eventsAfter(from, room.guid))
    yield '}'
    isFirst = false
  }
  yield ']'
}

function roomsAfter({ kysely, userGuid }: ExportOf) {
  return rowsInOrderOf(
    kysely
      .selectFrom('room')
      .leftJoin('terms', 'terms.guid', 'room.terms_guid')
      .select([
        'room.guid',
        'room.name',
        'room.description',
        'room.version',
        'room.created_at',
        'room.archived_at',
        'room.binned_at',
        'room.may_download',
        'room.may_print',
        'room.may_read_text',
        'room.watermark_size',
        'room.watermark_colour',
        'room.watermark_text',
        'room.destruct_seconds',
        'room.expires_at',
        'room.terms_mode',
        'terms.text as terms_text',
        bytesOfRoom.as('storage_bytes'),
      ])
      .where('room.owner_guid', '=', userGuid),
    'room.guid',
    (row) => row.guid,
    '',
  )
}

/**
 * Folders and files, each with the folder that it is in; for a file the latest version. What is in the trash says since
 * when.
 */
async function* itemsAfter({ kysely, publicUrl }: ExportOf, roomGuid: string) {
  const rows = rowsInOrderOf(
    kysely
      .selectFrom('item')
      .leftJoin('file', 'file.guid', 'item.file_guid')
      .select([
        'item.guid',
        'item.parent_guid',
        'item.kind',
        'item.name',
        'item.position',
        'item.version',
        'item.is_closed',
        'item.added_by',
        'item.added_at',
        'item.changed_at',
        'item.binned_at',
        'file.media_type',
        'file.size',
        'file.page_count',
      ])
      .where('item.room_guid', '=', roomGuid),
    'item.guid',
    (row) => row.guid,
    '',
  )
  for await (const row of rows) {
    // Only for the signed-in owner.
    const original =
      row.kind === 'file' ? { original: new URL(`/view/${row.guid}/download`, publicUrl).href } : {}
    yield { ...printed(row), ...original }
  }
}

/** The comments on its files, in their order. */
async function* roomCommentsAfter({ kysely }: ExportOf, roomGuid: string) {
  const rows = rowsInOrderOf(
    kysely
      .selectFrom('room_comment')
      .innerJoin('item', 'item.guid', 'room_comment.item_guid')
      .select([
        'room_comment.guid',
        'room_comment.item_guid',
        'room_comment.number',
        'room_comment.author_email',
        'room_comment.text',
        'room_comment.created_at',
        'room_comment.deleted_at',
      ])
      .where('item.room_guid', '=', roomGuid),
    'room_comment.guid',
    (row) => row.guid,
    '',
  )
  for await (const { guid: _, ...row } of rows) yield printed(row)
}

async function* groupsAfter({ kysely }: ExportOf, roomGuid: string) {
  const rows = rowsInOrderOf(
    kysely
      .selectFrom('room_group')
      .select(['guid', 'name', 'role', 'allowed_print', 'created_at'])
      .where('room_guid', '=', roomGuid),
    'guid',
    (row) => row.guid,
    '',
  )
  for await (const row of rows) yield printed(row)
}

async function* membersAfter({ kysely }: ExportOf, roomGuid: string) {
  const rows = rowsInOrderOf(
    kysely
      .selectFrom('member')
      .select([
        'guid',
        'email',
        'name',
        'role',
        'group_guid',
        'allowed_print',
        'starts_at',
        'expires_at',
        'suspended_at',
        'removed_at',
        'added_at',
        'added_by',
        'mail_status',
        'first_entered_at',
        'entered_at',
        'session_count',
      ])
      .where('room_guid', '=', roomGuid),
    'guid',
    (row) => row.guid,
    '',
  )
  for await (const row of rows) yield printed(row)
}

async function* rightsAfter({ kysely }: ExportOf, roomGuid: string) {
  const rows = rowsInOrderOf(
    kysely
      .selectFrom('room_rule')
      .innerJoin('item', 'item.guid', 'room_rule.item_guid')
      .select(['room_rule.guid', 'item_guid', 'member_guid', 'group_guid', 'right_code'])
      .where('item.room_guid', '=', roomGuid),
    'room_rule.guid',
    (row) => row.guid,
    '',
  )
  for await (const { guid: _, ...row } of rows) yield printed(row)
}

/**
 * In which data rooms of others the account is, with each of its addresses: what it could see itself, and nothing of
 * what is in them.
 */
export async function* membershipsIn({ kysely, userGuid }: ExportOf) {
  const user = await kysely
    .selectFrom('user')
    .select(userColumns)
    .where('guid', '=', userGuid)
    .executeTakeFirst()
  if (!user) return
  const identity = { user: userOf(user), readerEmail: null, browserId: '' }
  const emails = await allProvedEmails(kysely, identity)
  const rows = rowsInOrderOf(
    kysely
      .selectFrom('member')
      .innerJoin('room', 'room.guid', 'member.room_guid')
      .innerJoin('user as owner', 'owner.guid', 'room.owner_guid')
      .leftJoin('room_group', 'room_group.guid', 'member.group_guid')
      .select([
        'member.guid',
        'room.guid as room_guid',
        // Terms come before the name of a room that the account never entered.
        sql<string | null>`case when room.terms_mode = 'off' or member.first_entered_at is not null
            then room.name end`.as('room_name'),
        'room.version',
        'owner.email as owner',
        'member.email',
        'member.role',
        'room_group.role as group_role',
        outOfTeam.as('is_out_of_team'),
        'member.added_at',
        'member.expires_at',
        'member.first_entered_at',
        'member.entered_at',
      ])
      .where((member) => member(member.fn<string>('lower', ['member.email']), 'in', emails))
      .where('member.removed_at', 'is', null)
      .where('member.suspended_at', 'is', null)
      .where('room.binned_at', 'is', null)
      .where('room.owner_guid', '<>', userGuid),
    'member.guid',
    (row) => row.guid,
    '',
  )
  for await (const { guid: _, version, role, group_role, is_out_of_team, ...row } of rows)
    yield {
      ...printed(row),
      role: roleName(roleOfMember({ role, group_role, is_out_of_team }), version),
    }
}
