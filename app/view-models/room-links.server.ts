import type { RoomVersion } from '#server/rules/rooms/room-roles.ts'
import { href, nameOf, type AddressName } from '#app/routes.ts'

type Linked = { version: RoomVersion }
type Query = Record<string, string | number | undefined>

// Each version of rooms has addresses of its own.
const folders = { 1: 'room1', 2: 'room2' } as const
const files = { 1: 'roomFile1', 2: 'roomFile2' } as const
const activities = { 1: 'roomStats1', 2: 'roomStats2' } as const
const ofVersion1: ReadonlySet<AddressName> = new Set([folders[1], files[1], activities[1]])

/** The version of rooms that an address of one of these pages is for. */
export function versionAt({ pathname }: URL): RoomVersion {
  return ofVersion1.has(nameOf(pathname)) ? 1 : 2
}

/** The page of a folder; of the room itself by the room's own guid. */
export function folderPath({ version }: Linked, folderGuid: string, query: Query = {}): string {
  return href(folders[version], { ShareGuid: folderGuid }, query)
}

/** The page of a file in a folder. */
export function roomFilePath(
  { version }: Linked,
  fileGuid: string,
  folderGuid: string,
  query: Query = {},
): string {
  return href(files[version], { ShareGuid: fileGuid, ParentGuid: folderGuid }, query)
}

/** Where a folder's list is posted, and where its order is changed. */
export function arrangePath(roomGuid: string, folderGuid: string): string {
  return href('roomArrange', { RoomGuid: roomGuid, ParentGuid: folderGuid })
}

/** Where files, notes and folders are added to a folder. */
export function addPath(roomGuid: string, folderGuid: string): string {
  return href('roomAdd', { RoomGuid: roomGuid, ParentGuid: folderGuid })
}

/** What there is to a file besides reading it: its versions, for who may add to its folder. */
export function versionsPath(roomGuid: string, fileGuid: string): string {
  return href('roomFile', { RoomGuid: roomGuid, ShareGuid: fileGuid })
}

/** The activity of a room. */
export function activityPath({ version }: Linked, roomGuid: string, query: Query = {}): string {
  return href(activities[version], { RoomGuid: roomGuid }, query)
}
