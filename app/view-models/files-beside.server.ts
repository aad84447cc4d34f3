import type { ShareAccess } from '#server/viewing/access/share-access.ts'
import type { FilesBesideShown } from '#app/ui/tables/files-beside.tsx'
import type { RequestContext } from '#app/request/loader.server.ts'
import { roomFilePath } from './room-links.server.ts'

/** The previous and next file in a room, for its reader; for a share there are none. */
export async function filesBeside(
  { services }: RequestContext,
  { room }: Pick<ShareAccess, 'room'>,
): Promise<FilesBesideShown> {
  if (!room) return { previous: null, next: null }
  const { previous, next } = await services.rooms.listing.beside(room.visible)
  const link = ({ guid, name }: { guid: string; name: string }) => ({
    name,
    to: roomFilePath(room, guid, room.parentGuid),
  })
  return { previous: previous && link(previous), next: next && link(next) }
}
