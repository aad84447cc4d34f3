import type { Database, Transaction } from '#server/db/open.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { mailReason } from '#server/shares/versions/mail-reason.ts'
import type { Events } from '#server/events/events.ts'
import { invitationEmail, roomUrl } from './invitation-email.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import { companyOf } from '#server/teams/branding/company.ts'

export type Invited = { guid: string; email: string; startsAt: number | null; expiresAt: number | null }

/**
 * To one address about one room, no matter who sends them or how often the person was removed and added
 * again.
 */
const maxToOne = { count: 3, per: 3_600_000 }

type Deps = { mailer: Mailer; rates: RateLimits; publicUrl: URL; clock: () => number }

/**
 * Emails a member the link to a room. A start that has passed is left out. Returns false, and sends nothing, if three
 * such emails went to the address within an hour.
 */
export async function postInvitation(
  tx: Transaction,
  { mailer, rates, publicUrl, clock }: Deps,
  room: RoomAccess,
  inviter: { name: string; email: string },
  { guid, email, startsAt, expiresAt }: Invited,
  message: string,
): Promise<boolean> {
  if (!(await rates.take(`invite|${room.guid}|${email.toLowerCase()}`, maxToOne, tx))) return false
  await tx
    .updateTable('member')
    .set({ mail_status: 'Waiting', mail_reason: '' })
    .where('guid', '=', guid)
    .execute()
  const mail = invitationEmail(email, {
    room: { name: room.name, version: room.version, url: roomUrl(publicUrl, room) },
    owner: room.owner,
    company: await companyOf(tx, room.owner.guid),
    inviter,
    message,
    startsAt: startsAt !== null && startsAt > clock() ? startsAt : null,
    expiresAt,
  })
  await mailer.enqueue(tx, mail, { recipientGuid: guid })
  return true
}

/** Records the outcome of the email to a member; a guid that is not a member's is ignored. */
export async function noteInvitation(
  { database, events, clock }: { database: Database; events: Events; clock: () => number },
  memberGuid: string,
  outcome: 'Sent' | 'Failed',
  reason: string | null,
): Promise<void> {
  const reasonText = outcome === 'Failed' ? mailReason(reason ?? '') : ''
  await database.transaction(async (tx) => {
    const member = await tx
      .updateTable('member')
      .set({
        mail_status: outcome,
        mail_reason: reasonText,
        ...(outcome === 'Sent' ? { mailed_at: clock() } : {}),
      })
      .where('guid', '=', memberGuid)
      .returning(['room_guid', 'email'])
      .executeTakeFirst()
    if (!member) return
    await events.record(tx, {
      subject: member.room_guid,
      roomGuid: member.room_guid,
      kind: outcome === 'Sent' ? 'Mailed' : 'MailFailed',
      actor: member.email,
      detail: reasonText === '' ? {} : { reason: reasonText },
    })
  })
}
