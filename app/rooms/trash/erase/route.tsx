import { useActionData, useLoaderData } from '@remix-run/react'
import { roomNameForm } from '#server/rooms/life/life-forms.ts'
import { href, routes } from '#app/routes.ts'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { Consequences } from '#app/ui/consequences.tsx'
import { titled } from '#app/request/titled.ts'
import { RoomDialog } from '#app/rooms/shared/room-dialog.tsx'
import { RoomNameField } from '#app/rooms/shared/room-name-field.tsx'
import { action as submit, once } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { roomErasureConsequences } from '#app/rooms/shared/room-life-labels.server.ts'

export const loader = load(routes.rooms.trashErase, 'user', async ({ user, ...context }) => {
  const room = await context.services.rooms.trash.find(user, context.params.RoomGuid)
  const constraints = constraintsOf({ eraseRoom: roomNameForm })
  return { name: room.name, consequences: roomErasureConsequences, constraints }
})

export const action = submit(routes.rooms.trashErase, 'user', {
  eraseRoom: once(roomNameForm, async ({ form, user, ...context }) => {
    await context.services.rooms.trash.deleteForGood(user, context.params.RoomGuid, form.roomName)
    const notice = 'Deleted permanently. Storage is freed shortly.'
    return goWithNotice(context.visitor, href(routes.rooms.trash), notice, 'good')
  }),
})

export const meta = titled('Delete data room permanently')

export default function EraseRoom() {
  const { name, consequences } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <RoomDialog
      heading="Delete this data room permanently?"
      above={{ to: href(routes.rooms.trash), label: 'Data rooms in trash' }}
    >
      <Consequences lines={consequences} />
      <Form intent="eraseRoom" answer={answer}>
        <RoomNameField name={name} answer={answer} />
        <div className="row">
          <Submit className="btn-bad">Delete permanently</Submit>{' '}
          <a href={href(routes.rooms.trash)}>Cancel</a>
        </div>
      </Form>
    </RoomDialog>
  )
}
