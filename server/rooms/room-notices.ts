import type { Events } from '#server/events/events.ts'
import type { Post } from '#server/mail/post.ts'
import { roomRemovedLetter } from './life/life-letters.ts'
import { lookLetter } from './news/look-letter.ts'
import { givenLetter, takenLetter } from './people/offer-letters.ts'

type Needs = { events: Events; post: Post; publicUrl: URL }

/** Has the letters written that tell of what happens to whole rooms. */
export function tellOfRooms({ events, post, publicUrl }: Needs): void {
  events.onLetter('roomRemovedLetter', async (tx, { subjectGuid, email, at }) => {
    const room = await tx
      .selectFrom('room')
      .innerJoin('user', 'user.guid', 'room.owner_guid')
      .select(['room.name', 'user.email as owner'])
      .where('room.guid', '=', subjectGuid)
      .executeTakeFirstOrThrow()
    // Owners know what they did themselves.
    if (room.owner === email) return
    const about = { room: room.name, by: email ?? '', at }
    await post.post(tx, roomRemovedLetter({ to: room.owner, publicUrl, ...about }))
  })
  events.onLetter('givenLetter', async (tx, { email, facts: { room, newOwner, oldRole: role } }) =>
    post.post(tx, givenLetter({ to: email ?? '', publicUrl, room, newOwner, role })),
  )
  events.onLetter('takenLetter', async (tx, { subjectGuid: guid, detail, facts: { room, from } }) =>
    post.post(tx, takenLetter({ to: String(detail?.['to']), publicUrl, room, guid, from })),
  )
  events.onLetter('lookLetter', async (tx, { detail, at, facts: { owner: to, room, by } }) =>
    post.post(tx, lookLetter({ to, publicUrl, room, by, reason: String(detail?.['reason']), at })),
  )
}
