import { isShown } from '#server/rules/files/files.ts'
import { kindName } from '#server/rules/sharing/file-contradictions.ts'
import { counted, fileSize, recentTime } from '#server/rules/text/format.ts'
import { decideInRoom } from '#server/rules/rooms/room-policy.ts'
import { powersOf } from '#server/rules/rooms/room-rights.ts'
import type { ItemListed, News } from '#server/rooms/tree/folder-page.ts'
import type { PlaceFound } from '#server/rooms/lists/listing.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import type { FolderRow } from './folder-table.tsx'
import type { RequestContext } from '#app/request/loader.server.ts'
import { shortRenderReason } from '#server/rules/files/render-reason.ts'
import { firstPageOf } from '#app/view-models/first-page.server.ts'
import { folderPath, roomFilePath, versionsPath } from '#app/view-models/room-links.server.ts'

export type Viewer = { room: RoomAccess; timeZone: string; now: number; mayAdd: boolean }

/** What was here before is not new; people who are here for the first time find nothing new. */
export function newsFor({ member, email }: RoomAccess): News | null {
  if (!member || member.newsSince === null) return null
  return { since: member.newsSince, email: email ?? member.email }
}

/** A row of a folder or of a search, ready to display. */
export function shownItem(
  row: ItemListed,
  { room, timeZone, now, mayAdd }: Viewer,
): Omit<FolderRow, 'number' | 'inside' | 'mayChoose' | 'retry'> {
  const isFolder = row.kind === 'folder'
  const status = statusOf(row)
  return {
    guid: row.guid,
    name: row.name,
    to: linkOf(row, room, mayAdd),
    kind: row.file_kind ?? 'folder',
    picture: firstPageOf(row),
    kindName: row.file_kind ? kindName[row.file_kind] : 'Folder',
    size: row.file_size === null ? '' : fileSize(row.file_size),
    pages: !isFolder && row.page_count ? counted(row.page_count, 'page') : '',
    addedBy: { email: row.brought_by, initials: (row.brought_by[0] ?? '').toUpperCase() },
    addedAt: recentTime(row.changed_at, timeZone, now),
    status,
    isNew: isNew(row, newsFor(room)),
    version: row.version > 1 ? `Version ${row.version}` : null,
    acts: !isFolder && mayAdd ? [{ label: 'Details', to: versionsPath(room.guid, row.guid) }] : [],
  }
}

/** What is not ready cannot be opened; what failed opens for people who can do something about it or download it. */
function linkOf(row: ItemListed, room: RoomAccess, mayAdd: boolean): string | null {
  if (row.kind === 'folder') return folderPath(room, row.guid)
  if (row.render_status === 'In Progress' && isMadeOf(row)) return null
  if (row.render_status === 'Error' && isMadeOf(row)) return mayAdd ? versionsPath(room.guid, row.guid) : null
  return roomFilePath(room, row.guid, row.parent_guid!)
}

function statusOf(row: ItemListed): FolderRow['status'] {
  if (!isMadeOf(row) || row.render_status === 'Rendered') return null
  if (row.render_status === 'In Progress') return { words: 'Processing', tone: 'warn', isWaiting: true }
  return { words: `Error: ${shortRenderReason(row.render_error)}`, tone: 'bad', isWaiting: false }
}

/** Whether pages or something to play have to be made from it first. */
function isMadeOf({ file_kind: kind, render_error: error }: ItemListed): boolean {
  return kind !== null && isShown(kind, error)
}

function isNew(row: ItemListed, news: News | null): boolean {
  return news !== null && row.changed_at > news.since && row.brought_by !== news.email.toLowerCase()
}

/** What this person can do in a folder: the room's policy and the permission on the folder together. */
export function powersIn({ now }: RequestContext, { room, right, powers }: PlaceFound) {
  const mayAdd = powers.mayAdd && decideInRoom(room.policyFacts, 'add', now) === null
  const mayArrange = right === 4 && decideInRoom(room.policyFacts, 'arrange', now) === null
  const isFree = room.grants === 'all' || room.contributorsArrangeAll
  const own = room.email?.toLowerCase()
  const maySomewhere = right === 4 || (room.rules.some(({ code }) => code >= 3) && right !== null)
  return {
    mayAdd,
    /** Whether there may be something below that this person can download. */
    mayZip: powers.mayDownload || (maySomewhere && powersOf(3, room.allowance).mayDownload),
    mayOrder: mayArrange && isFree,
    /** A contributor arranges what they added. Actions for items that are not ready are disabled. */
    mayChoose: (row: ItemListed) =>
      mayArrange && statusOf(row) === null && (isFree || row.added_by.toLowerCase() === own),
  }
}
