import { useActionData, useLoaderData } from '@remix-run/react'
import { offerForm } from '#server/rooms/life/life-forms.ts'
import { utcMinute } from '#server/rules/text/format.ts'
import { href, routes } from '#app/routes.ts'
import { Field, Form, Submit } from '#app/ui/forms/form.tsx'
import { Consequences } from '#app/ui/consequences.tsx'
import { titled } from '#app/request/titled.ts'
import { RoomDialog } from '#app/rooms/shared/room-dialog.tsx'
import { RoomNameField } from '#app/rooms/shared/room-name-field.tsx'
import { action as submit, buttonForm, type FormAnswer, once } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { giveConsequences } from '#app/rooms/shared/room-life-labels.server.ts'
import { roomHead } from '#app/rooms/shared/room-head.server.ts'

export const loader = load(routes.rooms.transfer, 'user can own', async ({ identity, ...context }) => {
  const RoomGuid = context.params.RoomGuid
  const { room, offer } = await context.services.rooms.offers.ofOwner(identity, RoomGuid)
  return {
    constraints: constraintsOf({ offerRoom: offerForm }),
    name: room.name,
    head: await roomHead(context, room, { here: 'settings' }),
    back: href(routes.rooms.archive, { RoomGuid }),
    consequences: giveConsequences,
    waiting: offer ? `Offered to ${offer.email} until ${utcMinute(offer.until)}.` : null,
  }
})

export const action = submit(routes.rooms.transfer, 'member can own', {
  offerRoom: once(offerForm, async ({ form, identity, ...context }) => {
    const RoomGuid = context.params.RoomGuid
    await context.services.rooms.offers.offer(identity, RoomGuid, form)
    const notice = 'Offer sent. You own the data room until it’s accepted.'
    return goWithNotice(context.visitor, href(routes.rooms.transfer, { RoomGuid }), notice, 'good')
  }),
  withdrawOffer: once(buttonForm, async ({ identity, ...context }) => {
    const RoomGuid = context.params.RoomGuid
    await context.services.rooms.offers.withdraw(identity, RoomGuid)
    return goWithNotice(
      context.visitor,
      href(routes.rooms.transfer, { RoomGuid }),
      'Offer withdrawn.',
      'good',
    )
  }),
})

export const meta = titled('Transfer data room')

export default function GiveRoom() {
  const { name, head, back, consequences, waiting } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  return (
    <RoomDialog heading="Transfer this data room?" above={{ head, back }}>
      {waiting === null ? null : (
        <Form intent="withdrawOffer">
          <p className="break">{waiting} A new offer replaces it.</p>{' '}
          <Submit className="btn-quiet">Withdraw offer</Submit>
        </Form>
      )}
      <Consequences lines={consequences} />
      <Form intent="offerRoom" answer={answer}>
        <Field
          name="email"
          label="New owner’s email address"
          hint="A co-owner, or anyone else with an account for this address."
          inputMode="email"
          autoComplete="off"
          answer={answer}
        />
        <RoomNameField name={name} answer={answer} />
        <div className="row">
          <Submit>Send offer</Submit> <a href={back}>Cancel</a>
        </div>
      </Form>
    </RoomDialog>
  )
}
