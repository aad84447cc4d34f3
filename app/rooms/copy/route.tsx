import { useActionData, useLoaderData } from '@remix-run/react'
import { copyForm } from '#server/rooms/life/life-forms.ts'
import { maxRoomNameLength } from '#server/rules/rooms/room-roles.ts'
import { href, routes } from '#app/routes.ts'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { Field, Form, Submit } from '#app/ui/forms/form.tsx'
import { Consequences } from '#app/ui/consequences.tsx'
import { titled } from '#app/request/titled.ts'
import { RoomDialog } from '#app/rooms/shared/room-dialog.tsx'
import { action as submit, once } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { copyConsequences } from '#app/rooms/shared/room-life-labels.server.ts'
import { roomHead } from '#app/rooms/shared/room-head.server.ts'

export const loader = load(routes.rooms.copy, 'user can manage', async ({ room, ...context }) => {
  const RoomGuid = context.params.RoomGuid
  const head = await roomHead(context, room, { here: 'settings' })
  const constraints = constraintsOf({ copyRoom: copyForm })
  return { head, back: href(routes.rooms.archive, { RoomGuid }), consequences: copyConsequences, constraints }
})

export const action = submit(routes.rooms.copy, 'user can manage', {
  copyRoom: once(copyForm, async ({ form, user, identity, ...context }) => {
    const invites = form.invites !== undefined
    const wanted = { name: form.name, invites }
    const copy = await context.services.rooms.copies.copy(user, identity, context.params.RoomGuid, wanted)
    const outcome = invites ? 'Invitations sent.' : 'No one was notified. Send invitations when you’re ready.'
    const notice = `Data room copied. ${outcome}`
    return goWithNotice(context.visitor, href(routes.rooms.archive, { RoomGuid: copy }), notice, 'good')
  }),
})

export const meta = titled('Copy data room')

export default function CopyRoom() {
  const { head, back, consequences } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <RoomDialog heading="Copy this data room?" above={{ head, back }}>
      <Consequences lines={consequences} />
      <Form intent="copyRoom" answer={answer}>
        <Field
          name="name"
          label="Name of the copy"
          hint={`Up to ${maxRoomNameLength} characters.`}
          autoComplete="off"
          answer={answer}
        />
        <Checkbox
          name="invites"
          label="Send invitations"
          hint="Every member of the copy gets an email with its link right away."
          answer={answer}
        />
        <div className="row">
          <Submit>Copy data room</Submit> <a href={back}>Cancel</a>
        </div>
      </Form>
    </RoomDialog>
  )
}
