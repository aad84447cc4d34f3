import type { RoomVersion } from '#server/rules/rooms/room-roles.ts'
import { href } from '#app/routes.ts'

type Linked = { version: RoomVersion }
type Query = Record<string, string | number | undefined>

/** The page of a folder; of the room itself by the room's own guid. Each version has an address of its own. */
export function folderPath({ version }: Linked, folderGuid: string, query: Query = {}): string {
  return href(version === 1 ? 'room1' : 'room2', { ShareGuid: folderGuid }, query)
}

/** The page of a file in a folder. */
export function roomFilePath(
  { version }: Linked,
  fileGuid: string,
  folderGuid: string,
  query: Query = {},
): string {
  return href(
    version === 1 ? 'roomFile1' : 'roomFile2',
    { ShareGuid: fileGuid, ParentGuid: folderGuid },
    query,
  )
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

/** The activity of a room. Each version has an address of its own. */
export function activityPath({ version }: Linked, roomGuid: string, query: Query = {}): string {
  return href(version === 1 ? 'roomStats1' : 'roomStats2', { RoomGuid: roomGuid }, query)
}
