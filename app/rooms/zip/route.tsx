import { useActionData, useLoaderData } from '@remix-run/react'
import { counted, fileSize } from '#server/rules/text/format.ts'
import { overZipLimitMessage } from '#server/rules/text/messages.ts'
import { zipItemsForm } from '#server/zips/zip-forms.ts'
import { routes } from '#app/routes.ts'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { chosenIn } from '#app/rooms/shared/chosen-items.server.ts'
import { RoomDialog } from '#app/rooms/shared/room-dialog.tsx'
import { roomHead } from '#app/rooms/shared/room-head.server.ts'
import { action as submit, type FormAnswer, once } from '#app/request/action.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { folderPath } from '#app/view-models/room-links.server.ts'
import { zipPath } from '#app/view-models/zip-links.server.ts'
import { titled } from '#app/request/titled.ts'

/** What this person can download of items of a room, or of the whole room, as one archive. */
export const loader = load(routes.rooms.zip, 'member can browse', async ({ room, identity, ...context }) => {
  const { services, url } = context
  const items = chosenIn(url)
  const { item } = await services.rooms.all.item(room, items[0]!)
  const { files, bytes, parts, leftOut } = await services.zips.countItems(identity, {
    roomGuid: room.guid,
    itemGuids: items,
  })
  return {
    head: await roomHead(context, room, { here: 'files' }),
    items,
    what: files > 0 ? `${counted(files, 'file')}, about ${fileSize(bytes)}.` : null,
    isOverLimit: parts > 1,
    leftOut:
      leftOut > 0
        ? `${counted(leftOut, 'file')} that you can’t download ${leftOut === 1 ? 'isn’t' : 'aren’t'} included.`
        : null,
    back: folderPath(room, item.parent_guid ?? room.guid),
  }
})

export const action = submit(routes.rooms.zip, 'member can browse', {
  zip: once(zipItemsForm, async ({ form, identity, params, services, client }) =>
    zipPath(
      await services.zips.ofItems(identity, { roomGuid: params.RoomGuid, itemGuids: form.item }, client),
    ),
  ),
})

export const meta = titled('Download as ZIP')

export default function RoomZip() {
  const { head, items, what, isOverLimit, leftOut, back } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() as FormAnswer | undefined
  return (
    <RoomDialog heading="Download as ZIP" above={{ head, back, from: 'Files' }}>
      <p>{what ?? 'There’s nothing here that you can download.'}</p>
      {isOverLimit ? (
        <p className="note note-warn">{overZipLimitMessage} The files come in several parts.</p>
      ) : null}
      {leftOut ? <p className="soft">{leftOut}</p> : null}
      <Form intent="zip" answer={answer}>
        {items.map((item) => (
          <input key={item} type="hidden" name="item" value={item} />
        ))}
        <div className="row">
          {what ? <Submit>Prepare ZIP</Submit> : null} <a href={back}>Cancel</a>
        </div>
      </Form>
    </RoomDialog>
  )
}
