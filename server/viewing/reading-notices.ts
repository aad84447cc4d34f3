import { choicesOf } from '#server/accounts/keeping/notifications.ts'
import type { Transaction } from '#server/db/open.ts'
import type { Events } from '#server/events/events.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { roomUrl } from '#server/rooms/people/invitation-email.ts'
import { countryName } from '#server/rules/text/countries.ts'
import { acceptedEmail, codesGuessedEmail, nothingToReadEmail, openedEmail } from './entry/emails.ts'
import { roomAcceptedEmail, roomEnteredEmail } from './entry/room-emails.ts'

type Deps = { events: Events; mailer: Mailer; publicUrl: URL }

/** Has the emails written that announce what readers do with a share. */
export function tellOfReading({ events, mailer, publicUrl }: Deps): void {
  events.onEmail('openedEmail', async (tx, { subject, actor: email, at, country, facts }) => {
    const owner = await ownerOfShare(tx, subject)
    // Someone who confirmed the owner's address on the sign-in page is the owner.
    if (email === owner.email) return
    if (!(await choicesOf(tx, owner.guid)).isToldOfOpenings) return
    const sent = { sentAt: owner.created_at, shareGuid: subject }
    const opening = { ...facts, ...sent, at, country: countryName(country) }
    await mailer.enqueue(tx, openedEmail(emailsTo(owner, publicUrl), opening))
  })
  events.onEmail('nothingToReadEmail', async (tx, { subject, facts }) => {
    const owner = await ownerOfShare(tx, subject)
    const about = { ...facts, shareGuid: subject, sentAt: owner.created_at }
    await mailer.enqueue(tx, nothingToReadEmail(emailsTo(owner, publicUrl), about))
  })
  events.onEmail('acceptedEmail', async (tx, { subject, roomGuid, at, facts: { who } }) => {
    if (roomGuid !== undefined) return
    const owner = await ownerOfShare(tx, subject)
    if (owner.tells_acceptance !== 1) return
    await mailer.enqueue(tx, acceptedEmail(emailsTo(owner, publicUrl), { who, shareGuid: subject, at }))
  })
  events.onEmail('codesGuessedEmail', async (tx, { subject, roomGuid }) => {
    if (roomGuid !== undefined) {
      const { guid, version, email } = await ownerOfRoom(tx, roomGuid)
      const url = roomUrl(publicUrl, { guid, version })
      return mailer.enqueue(tx, codesGuessedEmail(email, { what: 'data room', url }))
    }
    const { email } = await ownerOfShare(tx, subject)
    const url = new URL(`/s/${subject}`, publicUrl).href
    await mailer.enqueue(tx, codesGuessedEmail(email, { what: 'file', url }))
  })
}

/** Has the emails written that announce how people enter rooms. */
export function tellOfEntering({ events, mailer, publicUrl }: Deps): void {
  events.onEmail('roomAcceptedEmail', async (tx, { roomGuid, at, facts: { who } }) => {
    if (roomGuid === undefined || who === null) return
    const owner = await ownerOfRoom(tx, roomGuid)
    if (owner.tells_acceptance !== 1) return
    await mailer.enqueue(tx, roomAcceptedEmail(emailsTo(owner, publicUrl), { who, roomGuid, at }))
  })
  events.onEmail('roomEnteredEmail', async (tx, { subject: roomGuid, actor: email, detail, at }) => {
    if (detail?.['isFirst'] !== true) return
    const owner = await ownerOfRoom(tx, roomGuid)
    if (owner.tells_entry !== 1) return
    await mailer.enqueue(tx, roomEnteredEmail(emailsTo(owner, publicUrl), { who: email ?? '', roomGuid, at }))
  })
}

function emailsTo({ email, time_zone: timeZone }: { email: string; time_zone: string }, publicUrl: URL) {
  return { to: email, timeZone, publicUrl }
}

function ownerOfShare(tx: Transaction, shareGuid: string) {
  return tx
    .selectFrom('share')
    .innerJoin('user', 'user.guid', 'share.owner_guid')
    .select(['user.guid', 'user.email', 'user.time_zone', 'share.created_at', 'share.tells_acceptance'])
    .where('share.guid', '=', shareGuid)
    .executeTakeFirstOrThrow()
}

function ownerOfRoom(tx: Transaction, roomGuid: string) {
  return tx
    .selectFrom('room')
    .innerJoin('user', 'user.guid', 'room.owner_guid')
    .select(['room.guid', 'room.version', 'room.tells_entry', 'room.tells_acceptance'])
    .select(['user.email', 'user.time_zone'])
    .where('room.guid', '=', roomGuid)
    .executeTakeFirstOrThrow()
}
