import { useActionData, useLoaderData } from '@remix-run/react'
import { counted, fileSize, shownTime } from '#server/rules/text/format.ts'
import { href, routes } from '#app/routes.ts'
import { Facts } from '#app/ui/tables/facts.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { Consequences } from '#app/ui/consequences.tsx'
import { titled } from '#app/request/titled.ts'
import { RoomDialog } from '#app/rooms/shared/room-dialog.tsx'
import { action as submit, buttonForm, type FormAnswer, once } from '#app/request/action.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { acceptConsequences } from '#app/rooms/shared/room-life-labels.server.ts'

export const loader = load(routes.rooms.transferOffer, 'user', async ({ user, ...context }) => {
  const offer = await context.services.rooms.offers.find(user, context.params.RoomGuid)
  return {
    name: offer.name,
    facts: [
      { label: 'Data room', value: offer.name },
      { label: 'From', value: offer.from },
      { label: 'Size', value: `${counted(offer.files, 'file')}, ${fileSize(offer.size)}` },
      { label: 'Offer ends', value: shownTime(offer.until, user.timeZone).title },
    ],
    consequences: acceptConsequences,
  }
})

export const action = submit(routes.rooms.transferOffer, 'user', {
  acceptRoom: once(buttonForm, async ({ user, ...context }) => {
    const RoomGuid = context.params.RoomGuid
    await context.services.rooms.offers.accept(user, RoomGuid)
    return goWithNotice(
      context.visitor,
      href(routes.rooms.archive, { RoomGuid }),
      'You now own this data room.',
      'good',
    )
  }),
  declineRoom: once(buttonForm, async ({ user, ...context }) => {
    await context.services.rooms.offers.decline(user, context.params.RoomGuid)
    return goWithNotice(context.visitor, href(routes.home.index), 'Offer declined.', 'good')
  }),
})

export const meta = titled('Data room offered to you')

export default function Offer() {
  const { facts, consequences } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  return (
    <RoomDialog
      heading="Become the owner of this data room?"
      above={{ to: href(routes.home.index), label: 'Home' }}
    >
      <Facts facts={facts} />
      <Consequences lines={consequences} />
      <Form intent="acceptRoom" answer={answer}>
        <Submit>Accept ownership</Submit>
      </Form>{' '}
      <Form intent="declineRoom">
        <Submit className="btn-quiet">Decline</Submit>
      </Form>
    </RoomDialog>
  )
}
