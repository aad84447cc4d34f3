import type { ItemListed } from '#server/rooms/tree/folder-page.ts'
import type { PlaceFound } from '#server/rooms/lists/listing.ts'
import { ancestorsOf } from '#server/rooms/access/authorize-room.ts'
import type { RoomListed } from '#server/rooms/lists/rooms-found.ts'
import { decideInRoom, mayReadName } from '#server/rules/rooms/room-policy.ts'
import { powersOf, rightAt, type Right } from '#server/rules/rooms/room-rights.ts'
import { roleName, roles, type Role, type RoomVersion } from '#server/rules/rooms/room-roles.ts'
import { noTime } from '#server/tracking/rooms/member-times.ts'
import { endFields, isoTime } from '#server/api/present.ts'
import { watermarkText } from '#server/api/shares/share-options.ts'

/** The name of a role in calls of version 1. */
export function permissionOf(role: Role): string {
  return role === roles.coOwner ? 'Coowner' : roleName(role, 1)
}

/** How long someone read in a room: in seconds, and how they are known. */
export function timeFields({ time, method } = noTime) {
  return { TotalViewedTime: Math.round(time / 1000), TotalViewedMethod: method }
}

/** A role in the field of its version. */
export function roleField(role: Role, version: RoomVersion) {
  return version === 1 ? { Permission: permissionOf(role) } : { PermissionIndex: String(role) }
}

/** A room as one of its people sees it. */
export function roomEntity(room: RoomListed, now: number) {
  const { policyFacts, allowance, owner, member } = room
  const refusal = decideInRoom(policyFacts, 'enter', now)
  const isNamed = mayReadName(policyFacts)
  const words = [
    allowance.mayDownload ? 'download' : 'nodownload',
    allowance.mayPrint ? 'allowprint' : 'noprint',
  ]
  return {
    ShareGuid: room.guid,
    RootGuid: room.guid,
    Version: room.version,
    DocumentPath: isNamed ? room.name : null,
    LinkMessage: isNamed ? room.description : null,
    ShareTime: isoTime(room.createdAt),
    ShareStatus: policyFacts.status,
    UserEmail: owner.email,
    SenderName: owner.name,
    ...roleField(policyFacts.role ?? roles.view, room.version),
    IsOpen: refusal === null || refusal === 'termsNeeded',
    ...(room.version === 1 ? { ShareOptions: words } : { SecurityOptions: words }),
    Watermark: watermarkText(room.watermark),
    ...endFields(policyFacts),
    LastAccessedTime: member?.enteredAt ? isoTime(member.enteredAt) : null,
  }
}

/** `#2#5` of the positions on the path from the root down; null if the room shows no numbers. */
export function indexOf(places: readonly number[] | null): string | null {
  return places && places.map((place) => `#${place}`).join('')
}

/** A row of a folder; `places` of the folder. */
export function itemEntity(
  row: ItemListed & { place: number; inside: number | null },
  { room, path }: PlaceFound,
  places: readonly number[] | null,
) {
  const right = rightAt(room.grants, [...ancestorsOf(path), ...ancestorsOf([row])])
  const rights = rightFields(right, room.allowance)
  const isOwn = row.brought_by === (room.member?.email ?? room.owner.email).toLowerCase()
  return {
    ShareGuid: row.guid,
    RootGuid: room.guid,
    ParentGuid: row.parent_guid,
    Index: indexOf(places && [...places, row.place]),
    DocumentPath: row.name,
    IsFolder: row.kind === 'folder',
    MimeType: row.media_type,
    Size: row.file_size,
    // By it, someone knows the file without having it: only for those who may have it, or brought it.
    Sha256: rights.MayDownload || isOwn ? row.file_sha256 : null,
    UserEmail: row.brought_by,
    ShareTime: isoTime(row.changed_at),
    DocumentVersion: row.version,
    PageCount: row.page_count,
    RenderStatus: row.render_status,
    ...rights,
  }
}

/** What the caller can do with an item; SourceTokens is the permission as a digit. */
export function rightFields(right: Right | null, allowance: PlaceFound['room']['allowance']) {
  const { mayPrint, mayDownload, mayAdd } = powersOf(right, allowance)
  return {
    SourceTokens: String(right ?? 0),
    MayPrint: mayPrint,
    MayDownload: mayDownload,
    MayAdd: mayAdd,
  }
}
