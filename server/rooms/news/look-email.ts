import type { EmailTo } from '#server/accounts/emails.ts'
import { composeEmail, type Email } from '#server/mail/layout.ts'
import { utcMinute } from '#server/rules/text/format.ts'

type Look = EmailTo & { room: string; by: string; reason: string; at: number }

/** Tells the owner of a room that an administrator of the team is looking into it, and why. */
export function lookEmail({ to, room, by, reason, at }: Look): Email {
  return composeEmail({
    to,
    subject: 'An administrator of your team looked into one of your data rooms',
    heading: `${by} looked into your data room ${room}`,
    paragraphs: [
      `On ${utcMinute(at)} ${by}, who administers your team, opened the list of its folders and files, for one hour. No file was opened, and nobody was added to the data room.`,
      `The reason given: ${reason}`,
      'It stands in the activity of the data room, too. If you do not expect this, ask the administrator.',
    ],
  })
}
