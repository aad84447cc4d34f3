import { roles } from '#server/rules/rooms/room-roles.ts'
import type { ShareAccess, RoomPlace } from '#server/viewing/access/share-access.ts'
import { href, routes } from '#app/routes.ts'
import type { RequestContext } from '#app/request/loader.server.ts'
import { commentsPath, versionsPath } from '#app/view-models/room-links.server.ts'

/** What a reader can do besides reading; `count` is what is new there, and nothing is shown for none. */
export type ReaderLink = { name: string; to: string; count: number }

/** The pages around a share for its reader, for the links on its page and in the viewer's bar. One entry for each. */
export async function readerLinks({ services }: RequestContext, found: ShareAccess): Promise<ReaderLink[]> {
  const ShareGuid = found.shareGuid
  // Files in rooms cannot be forwarded; their comments are shared.
  if (found.room) return linksInRoom(found.room, ShareGuid)
  if (found.policyFacts.relationship === 'owner') return []
  const unread = await services.viewing.comments.unread(found)
  const mayForward = found.isForPeople && found.recipientGuid !== null
  return [
    ...(mayForward ? [{ name: 'Forward', to: href(routes.reading.forward, { ShareGuid }), count: 0 }] : []),
    ...(unread === null
      ? []
      : [{ name: 'Comments', to: href(routes.reading.comments, { ShareGuid }), count: unread }]),
    ...(found.email === null
      ? []
      : [{ name: 'What is recorded about me', to: href(routes.received.receipt, { ShareGuid }), count: 0 }]),
  ]
}

function linksInRoom({ guid, memberGuid, role, sharesComments }: RoomPlace, itemGuid: string): ReaderLink[] {
  const isReader = memberGuid !== null && role !== roles.owner && role !== roles.coOwner
  return [
    { name: 'Details', to: versionsPath(guid, itemGuid), count: 0 },
    ...(sharesComments ? [{ name: 'Comments', to: commentsPath(guid, itemGuid), count: 0 }] : []),
    ...(isReader
      ? [
          {
            name: 'What is recorded about me',
            to: href(routes.received.receipt, { ShareGuid: guid }),
            count: 0,
          },
        ]
      : []),
  ]
}
