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
      `${by} put it into the bin on ${utcMinute(at)}. It is closed to everybody from that moment on, and nothing of it is lost.`,
      `You alone can put it back, within ${trashDays} days, as it was. After that it is erased with its files.`,
    ],
    action: { label: 'Open the bin of data rooms', url: new URL('/d/bin', publicUrl).href },
  })
}
