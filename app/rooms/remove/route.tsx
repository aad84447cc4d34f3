import { useActionData, useLoaderData } from '@remix-run/react'
import { roomNameForm } from '#server/rooms/life/life-forms.ts'
import { trashDays } from '#server/rules/sharing/trash.ts'
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
import { removeConsequences, toldOwner } from '#app/rooms/shared/room-life-labels.server.ts'
import { roomHead } from '#app/rooms/shared/room-head.server.ts'

export const loader = load(routes.rooms.remove, 'member can remove', async ({ room, ...context }) => {
  const RoomGuid = context.params.RoomGuid
  const isOwner = room.policyFacts.relationship === 'owner'
  return {
    constraints: constraintsOf({ removeRoom: roomNameForm }),
    name: room.name,
    head: await roomHead(context, room, { here: 'settings' }),
    back: href(routes.rooms.archive, { RoomGuid }),
    consequences: isOwner ? removeConsequences : [...removeConsequences, toldOwner(room.owner.name)],
  }
})

export const action = submit(routes.rooms.remove, 'member can remove', {
  removeRoom: once(roomNameForm, async ({ form, identity, room, ...context }) => {
    const RoomGuid = context.params.RoomGuid
    await context.services.rooms.life.remove(identity, RoomGuid, form.roomName)
    const notice = `Data room moved to trash. It’s closed to everyone and deleted after ${trashDays} days.`
    const elsewhere = identity.user ? href(routes.home.index) : href(routes.received.reader)
    const next = room.policyFacts.relationship === 'owner' ? href(routes.rooms.trash) : elsewhere
    return goWithNotice(context.visitor, next, notice, 'good')
  }),
})

export const meta = titled('Delete data room')

export default function RemoveRoom() {
  const { name, head, back, consequences } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <RoomDialog heading="Move this data room to trash?" above={{ head, back }}>
      <Consequences lines={consequences} />
      <Form intent="removeRoom" answer={answer}>
        <RoomNameField name={name} answer={answer} />
        <div className="row">
          <Submit className="btn-bad">Move to trash</Submit> <a href={back}>Cancel</a>
        </div>
      </Form>
    </RoomDialog>
  )
}
