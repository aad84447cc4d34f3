import { useActionData, useLoaderData } from '@remix-run/react'
import { laterForm } from '#server/rooms/adding/adding-forms.ts'
import { counted } from '#server/rules/text/format.ts'
import { href, routes } from '#app/routes.ts'
import { Choices } from '#app/ui/forms/choices.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { RoomHead } from '#app/ui/frame/room-head.tsx'
import { titled } from '#app/request/titled.ts'
import { action as submit, once } from '#app/request/action.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { roomHead } from '#app/rooms/shared/room-head.server.ts'

/** Names beyond this number are only counted. */
const maxNamed = 200

export const loader = load(
  routes.rooms.emails.pending,
  'member can add',
  async ({ identity, ...context }) => {
    const roomGuid = context.params.RoomGuid
    const { room, files } = await context.services.rooms.news.later(identity, roomGuid)
    return {
      room: room.name,
      names: files.slice(0, maxNamed),
      more: Math.max(0, files.length - maxNamed),
      about: counted(files.length, 'new file'),
      head: await roomHead(context, room, { here: 'files' }),
    }
  },
)

export const action = submit(routes.rooms.emails.pending, 'member can add', {
  tellLater: once(laterForm, async ({ form, identity, ...context }) => {
    const roomGuid = context.params.RoomGuid
    const wanted = { roomGuid, choice: form.choice }
    const people = await context.services.rooms.news.chooseLater(identity, wanted, context.client)
    const words = people === 1 ? '1 person gets an email.' : `${people} people get an email.`
    const here = href(routes.rooms.emails.pending, { RoomGuid: roomGuid })
    return goWithNotice(
      context.visitor,
      here,
      form.choice === 'all' ? words : 'No notification is sent.',
      'good',
    )
  }),
})

export const meta = titled<typeof loader>((data) => `Notify members of ${data.room}`)

export default function Later() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <RoomHead head={page.head} title="Notify members" />
      {page.names.length === 0 ? (
        <div className="card empty stack">
          <p>Files you add and choose to announce later appear here.</p>
          <p>
            <a className="btn" href={page.head.to}>
              Go to files
            </a>
          </p>
        </div>
      ) : (
        <div className="measure stack-wide">
          <ul className="card lines break">
            {page.names.map((name, index) => (
              <li key={index}>{name}</li>
            ))}
            {page.more > 0 ? <li className="soft">and {page.more} more</li> : null}
          </ul>
          <Form intent="tellLater" answer={answer}>
            <Choices
              name="choice"
              legend={`Notify members about ${page.about}?`}
              standard="all"
              answer={answer}
              options={[
                {
                  value: 'all',
                  label: 'All who can see them',
                  hint: 'One email each, listing only what that member can see.',
                },
                { value: 'nobody', label: 'No one', hint: 'Clears this list.' },
              ]}
            />
            <Submit>Continue</Submit>
          </Form>
        </div>
      )}
    </>
  )
}
