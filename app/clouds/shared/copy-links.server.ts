import type { CopyRow } from '#server/clouds/copying/copy-rows.ts'
import { href, routes } from '#app/routes.ts'
import type { RequestContext } from '#app/request/loader.server.ts'

/** Where someone came from who chooses files, and goes back to. */
export async function backOf(
  { services, visitor }: RequestContext,
  copy: CopyRow,
): Promise<{ to: string; label: string }> {
  const { room_guid: roomGuid, parent_guid: parentGuid, item_guid: itemGuid, share_guid: shareGuid } = copy
  if (roomGuid !== null && itemGuid !== null)
    return { to: href(routes.rooms.file, { RoomGuid: roomGuid, ShareGuid: itemGuid }), label: 'File' }
  if (roomGuid !== null) {
    const target = { roomGuid, parentGuid: parentGuid ?? roomGuid }
    const identity = await visitor.identity()
    const { room, folder } = await services.rooms.adding.place(identity, target)
    const to = href(routes.rooms.add, { RoomGuid: roomGuid, ParentGuid: target.parentGuid })
    return { to, label: folder.item.name || room.name }
  }
  if (shareGuid !== null)
    return { to: href(routes.shares.versions, { ShareGuid: shareGuid }), label: 'Versions' }
  return { to: href(routes.shares.new, {}, { copied: copy.guid }), label: 'Share a file' }
}

/** Where cloud storage is connected, on the way back to a page. */
export function connectPath({ cloud }: CopyRow, back: string): string {
  return href(routes.clouds.connect, { Cloud: cloud }, { to: back })
}
