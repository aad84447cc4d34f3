import type { User } from '#server/accounts/accounts.ts'
import { composeLetter, type Letter } from '#server/mail/layout.ts'
import { productName } from '#server/rules/product.ts'

/** What all recipients of a share are told alike. */
export type Invitation = {
  sender: User
  message: string
  link: string
  isPublic: boolean
  /** Whether the file opens with a passkey, which no letter carries. */
  needsPasskey?: boolean
}

/** Tells a recipient that a file waits. It never carries the file's name: mail is read by more than one. */
export function shareLetter(
  to: string,
  { sender, message, link, isPublic, needsPasskey }: Invitation,
): Letter {
  const name = `${sender.firstName} ${sender.lastName}`.trim()
  return composeLetter({
    to,
    subject: `${name} has shared a file with you`,
    heading: `${name} has shared a file with you`,
    paragraphs: [
      `${name} (${sender.email}) sends you a protected file through ${productName}.`,
      ...(message ? [message] : []),
      needsPasskey
        ? 'To read it, open the link and type the passkey of the file. The sender tells you the passkey in another way; it never stands in a mail of ours.'
        : isPublic
          ? 'To read it, open the link. It opens for anyone who has it, so pass it on with care.'
          : `To read it, open the link and confirm this address, ${to}, with a code that we will send you.`,
    ],
    action: { label: 'Open the file', url: link },
    footer: 'The sender can see when the file is opened. If you do not know the sender, do nothing.',
  })
}
