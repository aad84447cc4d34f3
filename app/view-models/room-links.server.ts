import type { RoomVersion } from '#server/rules/rooms/room-roles.ts'
import { href, routes, type Route } from '#app/routes.ts'
import type { Crumb } from '#app/ui/frame/area-head.tsx'
import { routeAt } from '#app/request/routing/matching.ts'

type Linked = { version: RoomVersion }
type Query = Record<string, string | number | undefined>

// Each version of rooms has addresses of its own.
const folders = { 1: routes.rooms.folder1, 2: routes.rooms.folder2 }
const files = { 1: routes.rooms.read1, 2: routes.rooms.read2 }
const activities = { 1: routes.rooms.stats1, 2: routes.rooms.stats2 }
const ofVersion1: ReadonlySet<Route> = new Set<Route>([folders[1], files[1], activities[1]])

/** The version of rooms that an address of one of these pages is for. */
export function versionAt({ pathname }: URL): RoomVersion {
  return ofVersion1.has(routeAt(pathname)) ? 1 : 2
}

/** The page of a folder; of the room itself, by the room's own guid. */
export function folderPath({ version }: Linked, folderGuid: string, query: Query = {}): string {
  return href(folders[version], { ShareGuid: folderGuid }, query)
}

/** The folders of a path as links, from the room down. */
export function folderCrumbs(
  room: Linked & { guid: string; name: string },
  path: readonly { guid: string; name: string }[],
): Crumb[] {
  return path.map(({ guid, name }) => ({
    label: guid === room.guid ? room.name : name,
    to: folderPath(room, guid),
  }))
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
  return href(routes.rooms.arrange, { RoomGuid: roomGuid, ParentGuid: folderGuid })
}

/** Where files, notes and folders are added to a folder. */
export function addPath(roomGuid: string, folderGuid: string): string {
  return href(routes.rooms.add, { RoomGuid: roomGuid, ParentGuid: folderGuid })
}

/** What there is to a file besides reading it: its versions, for people who can add to its folder. */
export function versionsPath(roomGuid: string, fileGuid: string): string {
  return href(routes.rooms.file, { RoomGuid: roomGuid, ShareGuid: fileGuid })
}

/** The comments on a file. */
export function commentsPath(roomGuid: string, fileGuid: string): string {
  return href(routes.rooms.comments, { RoomGuid: roomGuid, ShareGuid: fileGuid })
}

/** The activity of a room. */
export function activityPath({ version }: Linked, roomGuid: string, query: Query = {}): string {
  return href(activities[version], { RoomGuid: roomGuid }, query)
}
