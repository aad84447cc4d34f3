import { redirect } from '@remix-run/node'
import { kindName } from '#server/rules/sharing/file-contradictions.ts'
import { counted, fileSize } from '#server/rules/text/format.ts'
import { mediaNoun } from '#server/rules/files/media.ts'
import { Problem, problems } from '#server/rules/problems.ts'
import type { ShareAccess, RoomPlace } from '#server/viewing/access/share-access.ts'
import type { Look } from '#server/viewing/reading/viewing.ts'
import { href, routes } from '#app/routes.ts'
import { leadFromClosedRoom, leadToOwn } from '#app/view-models/ended.server.ts'
import { filesBeside } from '#app/view-models/files-beside.server.ts'
import { identify, type RequestContext, type ContextAt } from '#app/request/loader.server.ts'
import { retryText } from '#app/view-models/lists/tried-again.server.ts'
import { versionIn } from '#app/view-models/reading.server.ts'
import { folderPath, roomFilePath } from '#app/view-models/room-links.server.ts'
import { inRoom } from '#app/request/room.server.ts'

type FoundInRoom = Look & { found: ShareAccess & { room: RoomPlace } }

/**
 * A file in a room for someone who has entered it; anyone else is led to the sign-in page. An address with another
 * folder, or of the other version, leads to the right one.
 */
export async function requireRoomFile(
  context: ContextAt<'rooms.read1' | 'rooms.read2', 'visitor'>,
): Promise<FoundInRoom> {
  const { identity, services, params, url } = context
  const guid = params.ShareGuid
  const { found, ...rest } = await services.viewing.pages.look(identity, guid)
  if (rest.refusal === 'identityNeeded') return identify(context, guid)
  if (!found) await leadFromClosedRoom(context, guid)
  if (found && !found.room) leadToOwn(found)
  if (!found?.room) throw new Problem(found ? 'notRecipient' : (rest.refusal ?? 'notRecipient'))
  await inRoom(context, found.room.guid, 'browse')
  const own = roomFilePath(found.room, guid, found.room.parentGuid)
  if (url.pathname !== own) throw redirect(own + url.search, { status: 303 })
  return { found: { ...found, room: found.room }, ...rest }
}

/** Leads to the viewer, or answers what to say if the file is not shown. Throws viewRefused for `viewOriginal`. */
export async function roomFilePage(context: RequestContext, { found, refusal, mayDownload }: FoundInRoom) {
  const { file, policyFacts, room, shareGuid } = found
  const share = { ShareGuid: shareGuid }
  const version = versionIn(context)
  const isManager = policyFacts.relationship === 'owner'
  if (version !== undefined && !isManager) throw new Problem('notFound')
  if (context.url.searchParams.has('viewOriginal')) {
    if (!isManager) throw new Problem('viewRefused')
    throw redirect(href(routes.reading.download, share, { version }), { status: 303 })
  }
  const isReady = policyFacts.renderStatus === 'Rendered' || version !== undefined
  if (policyFacts.isWebView && isReady && refusal === null)
    throw redirect(href(routes.reading.view, share, { version }))
  const isWaiting = policyFacts.isWebView && policyFacts.renderStatus === 'In Progress'
  const isBroken = policyFacts.renderStatus === 'Error'
  const status = isWaiting ? problems.processing.http : 200
  return {
    status,
    name: file.name,
    back: folderPath(room, room.parentGuid),
    facts: [
      file.kind === 'media' ? mediaNoun(file.mediaType) : kindName[file.kind],
      fileSize(file.size),
      ...(file.pageCount > 0 ? [counted(file.pageCount, 'page')] : []),
    ].join(', '),
    isWaiting,
    state: isWaiting
      ? ((await retryText(context, file.guid, true)) ??
        'Encrypting: the file is being prepared. This page refreshes automatically.')
      : isBroken
        ? problems.renderError.text
        : 'This file can’t be displayed in the browser.',
    download: mayDownload ? href(routes.reading.download, share) : null,
    beside: await filesBeside(context, found),
  }
}
