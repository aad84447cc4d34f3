import type { EmailTo } from '#server/accounts/emails.ts'
import { composeEmail, type Email } from '#server/mail/layout.ts'
import { utcMinute } from '#server/rules/text/format.ts'

type Look = EmailTo & { room: string; by: string; reason: string; at: number }

/** Tells the owner of a room that an administrator of the team is looking into it, and why. */
export function lookEmail({ to, room, by, reason, at }: Look): Email {
  return composeEmail({
    to,
    subject: 'An administrator of your team viewed one of your data rooms',
    heading: `${by} viewed your data room ${room}`,
    paragraphs: [
      `${by}, an administrator of your team, opened its list of folders and files on ${utcMinute(at)}, for one hour. No file was opened and no one was added to the data room.`,
      `Reason: ${reason}`,
      'This is also in the data room’s activity. If you weren’t expecting it, ask the administrator.',
    ],
  })
}
