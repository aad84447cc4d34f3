import type { User } from '#server/accounts/accounts.ts'
import { composeLetter, type Letter } from '#server/mail/layout.ts'
import { utcMinute } from '#server/rules/format.ts'
import { productName } from '#server/rules/product.ts'

/** What all recipients of a share are told alike. */
export type Invitation = { sender: User; message: string; link: string; isPublic: boolean }

/** Tells a recipient that a file waits. It never carries the file's name: mail is read by more than one. */
export function shareLetter(to: string, { sender, message, link, isPublic }: Invitation): Letter {
  const name = `${sender.firstName} ${sender.lastName}`.trim()
  return composeLetter({
    to,
    subject: `${name} has shared a file with you`,
    heading: `${name} has shared a file with you`,
    paragraphs: [
      `${name} (${sender.email}) sends you a protected file through ${productName}.`,
      ...(message ? [message] : []),
      isPublic
        ? 'To read it, open the link. It opens for anyone who has it, so pass it on with care.'
        : `To read it, open the link and confirm this address, ${to}, with a code that we will send you.`,
    ],
    action: { label: 'Open the file', url: link },
    footer: 'The sender can see when the file is opened. If you do not know the sender, do nothing.',
  })
}

export type Reminder = { sender: string; endsAt: number; url: string; switchOffAt: string }

/** Tells a recipient, whose zone nobody knows, that a share ends within a day (`endsAt` in epoch milliseconds). */
export function reminderLetter(to: string, { sender, endsAt, url, switchOffAt }: Reminder): Letter {
  return composeLetter({
    to,
    subject: 'A file that was shared with you expires soon',
    heading: 'A file that was shared with you expires soon',
    paragraphs: [`${sender} shared a protected file with you. It can be read until ${utcMinute(endsAt)}.`],
    action: { label: 'Open the file', url },
    footer: 'The sender asked us to remind you once.',
    switchOffAt,
  })
}
