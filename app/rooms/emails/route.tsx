import { useActionData, useLoaderData } from '@remix-run/react'
import { Problem } from '#server/rules/problems.ts'
import { href, routes } from '#app/routes.ts'
import { RoomHead } from '#app/ui/frame/room-head.tsx'
import { SetRow } from '#app/ui/frame/set-row.tsx'
import { titled } from '#app/request/titled.ts'
import { RoomEmails } from '#app/rooms/emails/shared/room-emails.tsx'
import { action as submit, buttonForm, intent, type Intent } from '#app/request/action.server.ts'
import { loader as load, type ContextAt } from '#app/request/loader.server.ts'
import { roomHead } from '#app/rooms/shared/room-head.server.ts'

type Reading = ContextAt<'rooms.emails.index', 'member can browse'>

/** The actor as a member of this room. */
function memberIn({ room }: Reading) {
  if (!room.member) throw new Problem('notFound')
  return { room, member: room.member }
}

export const loader = load(routes.rooms.emails.index, 'member can browse', async (context) => {
  const { room, member } = memberIn(context)
  const { email, isQuiet } = member
  return { email, isQuiet, head: await roomHead(context, room, { here: 'files' }) }
})

function choose(isQuiet: boolean): Intent<Reading> {
  return intent(buttonForm, async (context) => {
    const { room, member } = memberIn(context)
    await context.services.rooms.newsEmails.setQuiet(member.guid, { isQuiet })
    return href(routes.rooms.emails.index, { RoomGuid: room.guid })
  })
}

export const action = submit(routes.rooms.emails.index, 'member can browse', {
  stop: choose(true),
  goOn: choose(false),
})

export const meta = titled('Emails')

export default function Emails() {
  const { head, ...member } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <RoomHead head={head} title="Emails about new files" />
      <SetRow title="New files" words="One email for what was added, at most every 30 minutes.">
        <RoomEmails {...member} answer={answer} />
      </SetRow>
    </>
  )
}
