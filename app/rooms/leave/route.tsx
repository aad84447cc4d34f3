import { useActionData, useLoaderData } from '@remix-run/react'
import { href, routes } from '#app/routes.ts'
import { Consequences } from '#app/ui/consequences.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { action as submit, buttonForm, type FormAnswer, once } from '#app/request/action.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { folderPath } from '#app/view-models/room-links.server.ts'
import { titled } from '#app/request/titled.ts'

export const loader = load(routes.rooms.leave, 'member can leave', async ({ room }) => {
  // Before a member has entered, nothing is revealed about the room.
  const isKnown = room.policyFacts.relationship === 'co-owner' || room.policyFacts.isEntered
  return {
    name: isKnown ? room.name : null,
    back: folderPath(room, room.guid),
    consequences: [
      'You lose access right away. No email is sent.',
      'What you added stays, and so does the record of your visits.',
      'The owner sees that you left and can add you again.',
    ],
  }
})

export const action = submit(routes.rooms.leave, 'member can leave', {
  leave: once(buttonForm, async ({ identity, room, ...context }) => {
    await context.services.rooms.membership.leave(identity, room.guid)
    const there = identity.user ? href(routes.home.index) : href(routes.received.reader)
    return goWithNotice(context.visitor, there, 'You left the data room.', 'good')
  }),
})

export const meta = titled('Leave data room')

export default function Leave() {
  const { name, back, consequences } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() as FormAnswer | undefined
  return (
    <div className="card stack">
      <h1 className="break">{name === null ? 'Leave this data room?' : `Leave ${name}?`}</h1>
      <Consequences lines={consequences} />
      <Form intent="leave" answer={answer}>
        <Submit className="btn-bad wide">Leave</Submit>
      </Form>
      <p>
        <a href={back}>Cancel</a>
      </p>
    </div>
  )
}
