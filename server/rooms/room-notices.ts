import type { Events } from '#server/events/events.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { roomRemovedEmail } from './life/life-emails.ts'
import { lookEmail } from './news/look-email.ts'
import { givenEmail, takenEmail } from './people/offer-emails.ts'

type Deps = { events: Events; mailer: Mailer; publicUrl: URL }

/** Has the emails written that announce what happens to whole rooms. */
export function tellOfRooms({ events, mailer, publicUrl }: Deps): void {
  events.onEmail('roomRemovedEmail', async (tx, { subject, actor: email, at }) => {
    const room = await tx
      .selectFrom('room')
      .innerJoin('user', 'user.guid', 'room.owner_guid')
      .select(['room.name', 'user.email as owner'])
      .where('room.guid', '=', subject)
      .executeTakeFirstOrThrow()
    // Owners know what they did themselves.
    if (room.owner === email) return
    const about = { room: room.name, by: email ?? '', at }
    await mailer.enqueue(tx, roomRemovedEmail({ to: room.owner, publicUrl, ...about }))
  })
  events.onEmail('givenEmail', async (tx, { actor: email, facts: { room, newOwner, oldRole: role } }) =>
    mailer.enqueue(tx, givenEmail({ to: email ?? '', publicUrl, room, newOwner, role })),
  )
  events.onEmail('takenEmail', async (tx, { subject: guid, detail, facts: { room, from } }) =>
    mailer.enqueue(tx, takenEmail({ to: String(detail?.['to']), publicUrl, room, guid, from })),
  )
  events.onEmail('lookEmail', async (tx, { detail, at, facts: { owner: to, room, by } }) =>
    mailer.enqueue(tx, lookEmail({ to, publicUrl, room, by, reason: String(detail?.['reason']), at })),
  )
}
