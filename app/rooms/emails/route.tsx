import type { MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Problem } from '#server/rules/problems.ts'
import { productName } from '#server/rules/product/product.ts'
import { href } from '#app/routes.ts'
import { RoomHead } from '#app/ui/room-head.tsx'
import { RoomLetters } from '#app/rooms/emails/shared/room-letters.tsx'
import { action as submit, buttonForm, intent } from '#app/request/action.server.ts'
import { loader as load, type Given } from '#app/request/loader.server.ts'
import { roomHead } from '#app/rooms/shared/room-head.server.ts'
import { inRoom } from '#app/request/room.server.ts'

/** The actor as a member of this room. */
async function memberIn(given: Given) {
  const { room } = await inRoom(given, given.params['RoomGuid'] ?? '', 'browse')
  if (!room.member) throw new Problem('notFound')
  return { room, member: room.member }
}

export const loader = load(async (given) => {
  const { room, member } = await memberIn(given)
  const { email, isQuiet } = member
  return { room: null, email, isQuiet, head: roomHead(given, room, { here: 'files' }) }
})

function choose(isQuiet: boolean) {
  return intent(buttonForm, async (given: Given) => {
    const { room, member } = await memberIn(given)
    await given.services.newsLetters.setQuiet(member.guid, { isQuiet })
    return href('roomLetters', { RoomGuid: room.guid })
  })
}

export const action = submit({ stop: choose(true), goOn: choose(false) })

export const meta: MetaFunction = () => [{ title: `Letters – ${productName}` }]

export default function Letters() {
  const { head, ...member } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="page page-narrow stack-wide">
      <RoomHead head={head} title="Letters about new files" />
      <RoomLetters {...member} answer={answer} />
    </div>
  )
}
