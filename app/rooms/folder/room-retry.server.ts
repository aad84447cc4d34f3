import { routes } from '#app/routes.ts'
import { retryForm } from '#server/rooms/lists/listing-forms.ts'
import { action as submit, onceAMinute } from '#app/request/action.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { folderPath } from '#app/view-models/room-links.server.ts'

/** What can be done on the page of a folder itself: rendering one of its files again. */
export const folderAction = submit([routes.rooms.folder1, routes.rooms.folder2], 'visitor', {
  retry: onceAMinute(retryForm, async ({ form, identity, ...context }) => {
    const { services, visitor, params, client } = context
    const { room, item } = await services.rooms.listing.place(identity, params.ShareGuid)
    await services.rooms.itemFiles.retry(identity, { roomGuid: room.guid, itemGuid: form.item }, client)
    return goWithNotice(visitor, folderPath(room, item.guid), 'Preparing the file again.', 'good')
  }),
})
