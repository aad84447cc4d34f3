import type { User } from '#server/accounts/accounts.ts'
import { composeLetter, type Letter } from '#server/mail/layout.ts'
import { utcMinute, zonedTime } from '#server/rules/format.ts'
import type { Visibility } from '#server/rules/options.ts'
import { productName } from '#server/rules/product.ts'

type Sender = Pick<User, 'firstName' | 'lastName' | 'email'>

/** What all recipients of a share are told alike. `visibility` decides what the letter says of how to open it; a passkey never stands in one. */
export type Invitation = { sender: Sender; message: string; link: string; visibility: Visibility }

/** Tells a recipient that a file waits. It never carries the file's name: mail is read by more than one. */
export function shareLetter(to: string, { link, ...invitation }: Invitation): Letter {
  return sharesLetter(to, { ...invitation, links: [link] })
}

/** `mixed`: the files are opened in different ways. */
type Several = Omit<Invitation, 'link' | 'visibility'> & {
  links: readonly string[]
  visibility: Visibility | 'mixed'
}

/** Tells a recipient of several files at once, each with its own link; it says how many they are and no name. */
export function sharesLetter(to: string, { sender, message, links, visibility }: Several): Letter {
  const name = `${sender.firstName} ${sender.lastName}`.trim()
  const isOne = links.length === 1
  const what = isOne ? 'a file' : `${links.length} files`
  const one = isOne ? 'a protected file' : `${links.length} protected files`
  return composeLetter({
    to,
    subject: `${name} has shared ${what} with you`,
    heading: `${name} has shared ${what} with you`,
    paragraphs: [
      `${name} (${sender.email}) sends you ${one} through ${productName}.`,
      ...(message ? [message] : []),
      howToOpen(to, isOne, visibility),
    ],
    actions: links.map((url, index) => ({
      label: isOne ? 'Open the file' : `Open file ${index + 1} of ${links.length}`,
      url,
    })),
    footer: isOne
      ? 'The sender can see when the file is opened. If you do not know the sender, do nothing.'
      : 'The sender can see when a file is opened. If you do not know the sender, do nothing.',
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
    actions: [{ label: 'Open the file', url }],
    footer: 'The sender asked us to remind you once.',
    switchOffAt,
  })
}

/** Tells a sender that readers cannot be shown a file. Which one it was stands behind the link: mail is read by more than one. */
export function unshownLetter(
  { to, timeZone, publicUrl }: { to: string; timeZone: string; publicUrl: URL },
  { shareGuid, sentAt, reason }: { shareGuid: string; sentAt: number; reason: string },
): Letter {
  return composeLetter({
    to,
    subject: 'A file that you shared cannot be shown',
    heading: 'A file that you shared cannot be shown',
    paragraphs: [
      `The file that you sent on ${zonedTime(sentAt, timeZone)} cannot be shown: ${reason}. Who opens its link reads that, and gets nothing of the file.`,
      'On its page you can try again, put another copy in its place under the same link, or send it as a download.',
    ],
    action: { label: 'See what can be done', url: new URL(`/s/${shareGuid}`, publicUrl).href },
    footer: 'You get this letter because you shared the file.',
  })
}

function howToOpen(to: string, isOne: boolean, visibility: Several['visibility']): string {
  const each = isOne ? '' : 'Each file has its own link. '
  const link = isOne ? 'the link' : 'a link'
  const read = isOne ? 'To read it, open' : 'To read them, open'
  if (visibility === 'people')
    return `${each}${read} ${link} and confirm this address, ${to}, with a code that we will send you.`
  if (visibility === 'mixed')
    return `${each}${read} ${link}: its page says what it needs. It may ask you to confirm this address, ${to}, with a code that we will send you, or for a passkey, which the sender tells you in another way.`
  if (visibility === 'passkey')
    return `${each}${read} ${link} and type the passkey of the file. The sender tells you the passkey in another way; it never stands in a mail of ours.`
  return isOne
    ? 'To read it, open the link. It opens for anyone who has it, so pass it on with care.'
    : 'Each file has its own link. It opens for anyone who has it, so pass it on with care.'
}
