import type { User } from '#server/accounts/accounts.ts'
import { composeEmail, type Email } from '#server/mail/layout.ts'
import { utcMinute, zonedTime } from '#server/rules/text/format.ts'
import type { Visibility } from '#server/rules/sharing/options.ts'
import { productName } from '#server/rules/product/product.ts'
import { untoldWords } from '#server/rules/sharing/telling.ts'

type Sender = Pick<User, 'firstName' | 'lastName' | 'email'>

/**
 * What a recipient is told about one file, or several that are shared at once. `visibility` decides what the email says
 * about opening them; it never contains a passkey. `mixed`: they are opened in different ways.
 */
export type Invitation = {
  sender: Sender
  message: string
  links: readonly { url: string; isDownload: boolean }[]
  visibility: Visibility | 'mixed'
}

/**
 * Tells a recipient that files are waiting, each with its own link, and which can only be downloaded. It says how many
 * there are and no name: email may be read by more than one person.
 */
export function sharesEmail(to: string, { sender, message, links, visibility }: Invitation): Email {
  const name = `${sender.firstName} ${sender.lastName}`.trim()
  const isOne = links.length === 1
  const what = isOne ? 'a file' : `${links.length} files`
  const one = isOne ? 'a protected file' : `${links.length} protected files`
  return composeEmail({
    to,
    subject: `${name} has shared ${what} with you`,
    heading: `${name} has shared ${what} with you`,
    paragraphs: [
      `${name} (${sender.email}) sends you ${one} through ${productName}.`,
      ...(message ? [message] : []),
      howToOpen(to, isOne, visibility),
      ...onlyDownloads(links),
    ],
    actions: links.map(({ url }, index) => ({
      label: isOne ? 'Open the file' : `Open file ${index + 1} of ${links.length}`,
      url,
    })),
    footer: isOne
      ? 'The sender can see when the file is opened. If you do not know the sender, do nothing.'
      : 'The sender can see when a file is opened. If you do not know the sender, do nothing.',
  })
}

/** What an email says about a file that has no pages here. */
export const downloadOnly = 'The file is download only: it cannot be read in the browser.'

function onlyDownloads(links: Invitation['links']): string[] {
  const numbers = links.flatMap(({ isDownload }, index) => (isDownload ? [index + 1] : []))
  if (numbers.length === 0) return []
  if (links.length === 1) return [downloadOnly]
  if (numbers.length === links.length)
    return ['The files are download only: they cannot be read in the browser.']
  const [last] = numbers.slice(-1)
  return [
    numbers.length === 1
      ? `File ${last} is download only: it cannot be read in the browser.`
      : `Files ${numbers.slice(0, -1).join(', ')} and ${last} are download only: they cannot be read in the browser.`,
  ]
}

export type Reminder = { sender: string; endsAt: number; url: string; switchOffAt: string }

/** Tells a recipient, whose time zone no one knows, that a share ends within a day (`endsAt` in epoch milliseconds). */
export function reminderEmail(to: string, { sender, endsAt, url, switchOffAt }: Reminder): Email {
  return composeEmail({
    to,
    subject: 'A file that was shared with you expires soon',
    heading: 'A file that was shared with you expires soon',
    paragraphs: [`${sender} shared a protected file with you. It can be read until ${utcMinute(endsAt)}.`],
    actions: [{ label: 'Open the file', url }],
    footer: 'The sender asked us to remind you once.',
    switchOffAt,
  })
}

/** `untold` of the `people` on its list wait for their email. */
type Unshown = {
  shareGuid: string
  sentAt: number
  reason: string
  /** Whether readers download it instead, as it is. */
  isDownload: boolean
  untold: number
  people: number
}

/**
 * Tells a sender that readers cannot be shown a file. Which one is behind the link: email may be read by more than one
 * person.
 */
export function unshownEmail(
  { to, timeZone, publicUrl }: { to: string; timeZone: string; publicUrl: URL },
  { shareGuid, sentAt, reason, isDownload, ...told }: Unshown,
): Email {
  return composeEmail({
    to,
    subject: 'A file that you shared cannot be shown',
    heading: 'A file that you shared cannot be shown',
    paragraphs: [
      `The file that you sent on ${zonedTime(sentAt, timeZone)} cannot be shown: ${reason}. ${isDownload ? insteadWords : waitingWords(told)}`,
      isDownload
        ? 'On its page you can try again, or put another copy in its place under the same link.'
        : 'On its page you can try again, put another copy in its place under the same link, or let recipients download it.',
    ],
    action: { label: 'See what can be done', url: new URL(`/s/${shareGuid}`, publicUrl).href },
    footer: 'You get this letter because you shared the file.',
  })
}

const insteadWords =
  'Whoever may download it can do so, as you allowed, and is told that it is download only.'

function waitingWords(told: { untold: number; people: number }): string {
  return told.untold > 0
    ? `${untoldWords(told)}: we email them once they can read or download it.`
    : 'Anyone who opens its link reads that, and gets nothing of the file.'
}

function howToOpen(to: string, isOne: boolean, visibility: Invitation['visibility']): string {
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
