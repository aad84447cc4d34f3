import { useActionData, useLoaderData } from '@remix-run/react'
import { href, routes } from '#app/routes.ts'
import { RoomEmails } from '#app/rooms/emails/shared/room-emails.tsx'
import { action as submit, buttonForm, intent, type Intent } from '#app/request/action.server.ts'
import { loader as load, type RequestContext } from '#app/request/loader.server.ts'
import { titled } from '#app/request/titled.ts'

/** Turns off emails about a data room, for the person who got one. The link authorizes it. */
export const loader = load(routes.rooms.emails.link, 'link', ({ services, params }) =>
  services.rooms.newsEmails.find(params.Link),
)

function choose(isQuiet: boolean): Intent<RequestContext<{ Link: string }>> {
  return intent(buttonForm, async ({ services, params }) => {
    const link = params.Link
    await services.rooms.newsEmails.choose(link, { isQuiet })
    return href(routes.rooms.emails.link, { Link: link })
  })
}

export const action = submit(routes.rooms.emails.link, 'link', { stop: choose(true), goOn: choose(false) })

export const meta = titled('Emails')

export default function EmailsByLink() {
  const { room, ...member } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="card stack">
      <h1>Emails about {room}</h1>
      <RoomEmails {...member} isWide answer={answer} />
    </div>
  )
}
