import type { Kysely } from 'kysely'
import { readerKey, type Identity } from '#server/accounts/identity.ts'
import type { Schema } from '#server/db/schema.ts'
import { roomFor, type RoomAccess } from '#server/rooms/access/room-access.ts'
import { ancestorsOf } from '#server/rooms/access/authorize-room.ts'
import { pathColumns, pathTo, type ItemRow } from '#server/rooms/rows.ts'
import { hasPages, isShown } from '#server/rules/files/files.ts'
import type { Relationship } from '#server/rules/sharing/policy.ts'
import { maxPrints } from '#server/rules/sharing/options.ts'
import { hasFlag } from '#server/rules/problems.ts'
import { decideInRoom } from '#server/rules/rooms/room-policy.ts'
import { powersOf, rightAt, type Powers } from '#server/rules/rooms/room-rights.ts'
import type { ShareAccess } from './share-access.ts'

/**
 * What is known about one reader, by all addresses they confirmed, and one file in a room right now, as the policy
 * needs it; null if there is no such file, or if it is hidden from this reader.
 */
export async function itemFacts(
  kysely: Kysely<Schema>,
  identity: Identity,
  emails: string[],
  itemGuid: string,
  now: number,
): Promise<ShareAccess | null> {
  const path = await pathTo(kysely, itemGuid)
  const item = path.at(-1)
  if (!item || item.file_guid === null) return null
  const room = await roomFor(kysely, identity, emails, item.room_guid, now)
  if (!room) return null
  const powers = powersOf(rightAt(room.grants, ancestorsOf(path)), room.allowance)
  const relationship = relationshipIn(room, powers, now)
  if (relationship === null) return null
  const file = await fileOf(kysely, item.file_guid)
  const spent = await printsSpent(kysely, room, item)
  return found({ room, path, item, file, powers, relationship, spent, identity })
}

/** Below what either engine accepts as parameters of one statement. */
const itemsPerBatch = 10_000

/** The same for several files in one room, by their guids, with as many queries as for one. */
export async function manyItemFacts(
  kysely: Kysely<Schema>,
  identity: Identity,
  emails: string[],
  { roomGuid, itemGuids }: { roomGuid: string; itemGuids: readonly string[] },
  now: number,
): Promise<Map<string, ShareAccess>> {
  const facts = new Map<string, ShareAccess>()
  const room = await roomFor(kysely, identity, emails, roomGuid, now)
  if (!room) return facts
  for (let at = 0; at < itemGuids.length; at += itemsPerBatch) {
    const rows = await itemsWithFiles(kysely, roomGuid, itemGuids.slice(at, at + itemsPerBatch)).execute()
    const folders = await foldersAbove(kysely, [...new Set(rows.map(({ parent_guid: guid }) => guid!))])
    for (const row of rows) {
      const above = folders.get(row.parent_guid!)
      if (!above) continue
      const path = [...above, row]
      const powers = powersOf(rightAt(room.grants, ancestorsOf(path)), room.allowance)
      const relationship = relationshipIn(room, powers, now)
      if (relationship === null) continue
      const file = fileColumns(row)
      facts.set(row.guid, found({ room, path, item: row, file, powers, relationship, spent: 0, identity }))
    }
  }
  return facts
}

/** Which of these folders of a room someone sees. */
export async function seenFolders(
  kysely: Kysely<Schema>,
  identity: Identity,
  emails: string[],
  { roomGuid, itemGuids }: { roomGuid: string; itemGuids: readonly string[] },
  now: number,
): Promise<Set<string>> {
  const room = itemGuids.length === 0 ? null : await roomFor(kysely, identity, emails, roomGuid, now)
  if (!room) return new Set()
  const seen = new Set<string>()
  for (let at = 0; at < itemGuids.length; at += itemsPerBatch)
    for (const [guid, path] of await foldersAbove(kysely, itemGuids.slice(at, at + itemsPerBatch))) {
      const powers = powersOf(rightAt(room.grants, ancestorsOf(path)), room.allowance)
      const isInRoom = path.at(-1)!.room_guid === roomGuid
      if (isInRoom && relationshipIn(room, powers, now) !== null) seen.add(guid)
    }
  return seen
}

function itemsWithFiles(kysely: Kysely<Schema>, roomGuid: string, itemGuids: readonly string[]) {
  return kysely
    .selectFrom('item')
    .innerJoin('file', 'file.guid', 'item.file_guid')
    .select(pathColumns.map((column) => `item.${column}` as const))
    .select([
      'file.object_guid',
      'file.name as file_name',
      'file.kind as file_kind',
      'file.media_type',
      'file.size',
      'file.page_count',
      'file.render_status',
      'file.render_error',
    ])
    .where('item.guid', 'in', itemGuids)
    .where('item.room_guid', '=', roomGuid)
    .where('item.binned_at', 'is', null)
}

function fileColumns(
  row: Awaited<ReturnType<ReturnType<typeof itemsWithFiles>['execute']>>[number],
): Parts['file'] {
  return { ...row, guid: row.file_guid!, name: row.file_name, kind: row.file_kind }
}

/** The paths to folders, from the root down; none for one in the trash. Each folder is read once. */
async function foldersAbove(
  kysely: Kysely<Schema>,
  guids: readonly string[],
): Promise<Map<string, ItemRow[]>> {
  const paths = new Map<string, ItemRow[]>()
  if (guids.length === 0) return paths
  const rows = await kysely
    .withRecursive('up', (query) =>
      query
        .selectFrom('item')
        .select(pathColumns)
        .where('guid', 'in', guids)
        .union((above) =>
          above
            .selectFrom('up')
            .innerJoin('item', 'item.guid', 'up.parent_guid')
            .select(pathColumns.map((column) => `item.${column}` as const)),
        ),
    )
    .selectFrom('up')
    .select(pathColumns)
    .execute()
  const byGuid = new Map(rows.map((row) => [row.guid, row]))
  for (const guid of guids) {
    const path: ItemRow[] = []
    for (let at = byGuid.get(guid); at; at = byGuid.get(at.parent_guid ?? '')) path.push(at)
    if (path.length > 0 && path.every((row) => row.binned_at === null)) paths.set(guid, path.toReversed())
  }
  return paths
}

/** Only a member gets as far as a file: for others it does not exist. */
function relationshipIn(room: RoomAccess, { maySee }: Powers, now: number): Relationship | null {
  const { relationship } = room.policyFacts
  const refusal = decideInRoom(room.policyFacts, 'browse', now)
  if (relationship === 'owner' || relationship === 'co-owner') return refusal === null ? 'owner' : null
  if (relationship !== 'member' || !maySee) return null
  return refusal === null || hasFlag(refusal, 'atRoomEntry') ? 'recipient' : null
}

function fileOf(kysely: Kysely<Schema>, fileGuid: string) {
  return kysely
    .selectFrom('file')
    .select([
      'guid',
      'object_guid',
      'name',
      'kind',
      'media_type',
      'size',
      'page_count',
      'render_status',
      'render_error',
    ])
    .where('guid', '=', fileGuid)
    .executeTakeFirstOrThrow()
}

async function printsSpent(kysely: Kysely<Schema>, room: RoomAccess, item: ItemRow): Promise<number> {
  if (!room.member || room.member.allowedPrint < 0) return 0
  const row = await kysely
    .selectFrom('member_print')
    .select('prints_spent')
    .where('member_guid', '=', room.member.guid)
    .where('item_guid', '=', item.guid)
    .executeTakeFirst()
  return row?.prints_spent ?? 0
}

type Parts = {
  room: RoomAccess
  path: readonly ItemRow[]
  item: ItemRow
  file: Awaited<ReturnType<typeof fileOf>>
  powers: Powers
  relationship: Relationship
  spent: number
  identity: Identity
}

function found({ room, path, item, file, powers, relationship, spent, identity }: Parts): ShareAccess {
  const allowed = room.member?.allowedPrint ?? -1
  return {
    shareGuid: item.guid,
    policyFacts: {
      relationship,
      isOpened: room.policyFacts.isEntered,
      status: 'Active',
      isInTrash: false,
      destructSeconds: room.policyFacts.destructSeconds,
      expiresAt: room.policyFacts.expiresAt,
      firstViewedAt: room.policyFacts.firstViewedAt,
      ownEndsAt: room.policyFacts.ownEndsAt ?? null,
      needsPasskey: false,
      // New terms apply from the next visit on.
      owesTerms: room.policyFacts.owesTerms && !room.policyFacts.isEntered,
      owesName: false,
      isWebView: isShown(file.kind, file.render_error),
      mayReadText: room.allowance.mayReadText,
      mayDownload: powers.mayDownload,
      mayPrint: powers.mayPrint && hasPages(file.kind),
      printsLeft: Math.max(0, (allowed < 0 ? maxPrints : allowed) - spent),
      renderStatus: file.render_status,
      ownerStatus: room.policyFacts.ownerStatus,
    },
    watermark: hasPages(file.kind) ? room.watermark : null,
    sharedAt: item.changed_at,
    message: '',
    revision: room.revision,
    version: item.version,
    reader: room.member?.guid ?? readerKey(identity),
    saysName: null,
    termsGuid: room.termsGuid,
    isForPeople: false,
    tourOf: null,
    room: {
      guid: room.guid,
      version: room.version,
      parentGuid: item.parent_guid!,
      memberGuid: room.member?.guid ?? null,
      sharesComments: room.sharesComments,
      getsOriginal: powers.mayAdd,
      letsDownload: room.allowance.mayDownload,
      role: room.policyFacts.role,
      visible: { room, path },
    },
    file: {
      guid: file.guid,
      objectGuid: file.object_guid,
      name: item.name,
      kind: file.kind,
      mediaType: file.media_type,
      size: file.size,
      pageCount: file.page_count,
      renderError: file.render_error,
      key: null,
    },
    sender: { guid: room.owner.guid, name: room.owner.name, email: room.owner.email },
    recipientGuid: null,
    isViewOnly: false,
    email: room.email,
    saysToBe: null,
    visit: room.visit,
  }
}
