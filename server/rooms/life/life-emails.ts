import type { EmailTo } from '#server/accounts/emails.ts'
import { composeEmail, type Email } from '#server/mail/layout.ts'
import { utcMinute } from '#server/rules/text/format.ts'
import { trashDays } from '#server/rules/sharing/trash.ts'

/** Tells the owner that someone else moved a room to the trash. */
export function roomRemovedEmail({
  to,
  publicUrl,
  room,
  by,
  at,
}: EmailTo & { room: string; by: string; at: number }): Email {
  return composeEmail({
    to,
    subject: `${by} deleted one of your data rooms`,
    heading: `${by} deleted your data room ${room}`,
    paragraphs: [
      `It was moved to trash on ${utcMinute(at)} and is closed to everyone. Nothing is lost.`,
      `Only you can restore it, within ${trashDays} days. After that it’s deleted with its files.`,
    ],
    action: { label: 'Open trash', url: new URL('/d/bin', publicUrl).href },
  })
}
