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
import { upgradeConsequences } from '#app/rooms/shared/room-life-labels.server.ts'
import { roomHead } from '#app/rooms/shared/room-head.server.ts'

export const loader = load(routes.rooms.upgrade, 'user can own', async ({ identity, ...context }) => {
  const RoomGuid = context.params.RoomGuid
  const { room, lines, keepsNoPrint } = await context.services.rooms.upgrade.preview(identity, RoomGuid)
  return {
    constraints: constraintsOf({ upgradeRoom: roomNameForm }),
    name: room.name,
    head: await roomHead(context, room, { here: 'settings' }),
    back: href(routes.rooms.archive, { RoomGuid }),
    lines,
    consequences: upgradeConsequences(keepsNoPrint),
  }
})

export const action = submit(routes.rooms.upgrade, 'member can own', {
  upgradeRoom: once(roomNameForm, async ({ form, identity, ...context }) => {
    const RoomGuid = context.params.RoomGuid
    await context.services.rooms.upgrade.upgrade(identity, RoomGuid, form.roomName)
    const notice = 'Data room upgraded. Everyone keeps the access they had.'
    return goWithNotice(context.visitor, href(routes.rooms.archive, { RoomGuid }), notice, 'good')
  }),
})

export const meta = titled('Upgrade data room')

export default function UpgradeRoom() {
  const { name, head, back, lines, consequences } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <RoomDialog heading="Upgrade this data room?" above={{ head, back }}>
      <Consequences lines={consequences} />
      <div className="list">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Member</th>
              <th scope="col">Now</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.name}>
                <td className="break">{line.name}</td>
                <td data-label="Now">{line.before}</td>
                <td data-label="After">{line.after}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Form intent="upgradeRoom" answer={answer}>
        <RoomNameField name={name} answer={answer} />
        <div className="row">
          <Submit>Upgrade data room</Submit> <a href={back}>Cancel</a>
        </div>
      </Form>
    </RoomDialog>
  )
}
