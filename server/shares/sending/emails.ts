import type { User } from '#server/accounts/accounts.ts'
import { composeEmail, type Email, type EmailParts } from '#server/mail/layout.ts'
import { firstStep, renderReason, waysOn } from '#server/rules/files/render-reason.ts'
import { utcMinute, zonedTime } from '#server/rules/text/format.ts'
import type { Visibility } from '#server/rules/sharing/options.ts'
import { productName } from '#server/rules/product/product.ts'
import { notNotifiedText } from '#server/rules/sharing/telling.ts'

type Sender = Pick<User, 'firstName' | 'lastName' | 'email'>

/**
 * What a recipient learns about one file, or several that are shared at once. `visibility` decides what the email says
 * about opening them; it never contains a passkey. `mixed`: they are opened in different ways.
 */
export type Invitation = {
  sender: Sender
  company?: EmailParts['company']
  message: string
  links: readonly { url: string; isDownload: boolean }[]
  visibility: Visibility | 'mixed'
  /** Whether it has a place for the first page of each file. */
  hasPictures?: boolean
}

/**
 * Tells a recipient that files are waiting, each with its own link, and which can only be downloaded. It says how many
 * there are and no name: email may be read by more than one person.
 */
export function sharesEmail(
  to: string,
  { sender, company = null, message, links, visibility, hasPictures = false }: Invitation,
): Email {
  const name = `${sender.firstName} ${sender.lastName}`.trim()
  const isOne = links.length === 1
  const what = isOne ? 'a file' : `${links.length} files`
  const one = isOne ? 'a protected file' : `${links.length} protected files`
  return composeEmail({
    to,
    subject: `${name} shared ${what} with you`,
    heading: `${name} shared ${what} with you`,
    sender: { name, email: sender.email },
    company,
    message,
    paragraphs: [
      `${name} (${sender.email}) sent you ${one} through ${productName}.`,
      howToOpen(to, isOne, visibility),
      ...onlyDownloads(links),
    ],
    hasPictures,
    actions: links.map(({ url }, index) => ({
      label: isOne ? 'Open file' : `Open file ${index + 1} of ${links.length}`,
      url,
    })),
    footer: isOne
      ? 'The sender can see when you open the file. If you don’t recognise the sender, ignore this email.'
      : 'The sender can see when you open a file. If you don’t recognise the sender, ignore this email.',
  })
}

/** What an email says about a file that has no pages here. */
export const downloadOnly = 'The file is download only: you can’t read it in the browser.'

function onlyDownloads(links: Invitation['links']): string[] {
  const numbers = links.flatMap(({ isDownload }, index) => (isDownload ? [index + 1] : []))
  if (numbers.length === 0) return []
  if (links.length === 1) return [downloadOnly]
  if (numbers.length === links.length)
    return ['The files are download only: you can’t read them in the browser.']
  const [last] = numbers.slice(-1)
  return [
    numbers.length === 1
      ? `File ${last} is download only: you can’t read it in the browser.`
      : `Files ${numbers.slice(0, -1).join(', ')} and ${last} are download only: you can’t read them in the browser.`,
  ]
}

export type Reminder = { sender: string; endsAt: number; url: string; switchOffAt: string }

/** Tells a recipient, whose time zone no one knows, that a share ends within a day (`endsAt` in epoch milliseconds). */
export function reminderEmail(to: string, { sender, endsAt, url, switchOffAt }: Reminder): Email {
  return composeEmail({
    to,
    subject: 'Access to a file shared with you ends soon',
    heading: 'Access to a file shared with you ends soon',
    paragraphs: [`You can read the file that ${sender} shared with you until ${utcMinute(endsAt)}.`],
    actions: [{ label: 'Open file', url }],
    footer: 'You get this email once, because the sender asked us to remind you.',
    switchOffAt,
  })
}

/** `untold` of the `people` on its list wait for their email. */
type RenderFailures = {
  shareGuid: string
  sentAt: number
  /** Why, as rendering says it. */
  error: string | null
  /** Whether readers download it instead, as it is. */
  isDownload: boolean
  untold: number
  people: number
}

/**
 * Tells a sender that readers cannot be shown a file. Which one is behind the link: email may be read by more than one
 * person.
 */
export function renderFailureEmail(
  { to, timeZone, publicUrl }: { to: string; timeZone: string; publicUrl: URL },
  { shareGuid, sentAt, error, isDownload, ...waiting }: RenderFailures,
): Email {
  return composeEmail({
    to,
    subject: 'A file you shared can’t be displayed',
    heading: 'A file you shared can’t be displayed',
    paragraphs: [
      `The file you shared on ${zonedTime(sentAt, timeZone)} can’t be displayed: ${renderReason(error)}. ${isDownload ? replacementText : waitingText(waiting)}`,
      `On its page you can ${waysOn(
        firstStep(error),
        'replace the file and keep the link',
        isDownload ? null : 'let recipients download it',
      )}.`,
    ],
    action: { label: 'View options', url: new URL(`/s/${shareGuid}`, publicUrl).href },
    footer: 'You’re receiving this because you shared the file.',
  })
}

const replacementText =
  'Recipients you allowed to download it still can; their page says that it’s download only.'

function waitingText(waiting: { untold: number; people: number }): string {
  return waiting.untold > 0
    ? `${notNotifiedText(waiting)}: we email them once they can read or download it.`
    : 'Anyone who opens its link sees a notice, but not the file.'
}

function howToOpen(to: string, isOne: boolean, visibility: Invitation['visibility']): string {
  const each = isOne ? '' : 'Each file has its own link. '
  const link = isOne ? 'the link' : 'a link'
  const read = isOne ? 'To read it, open' : 'To read them, open'
  if (visibility === 'people')
    return `${each}${read} ${link} and confirm this address, ${to}, with a code we’ll email you. No one else can open ${isOne ? 'it' : 'them'}, even with this email.`
  if (visibility === 'mixed')
    return `${each}${read} ${link}: its page tells you what you need. You may have to confirm this address, ${to}, with a code we’ll email you, or enter a passkey, which the sender tells you separately.`
  if (visibility === 'passkey')
    return `${each}${read} ${link} and enter the passkey: the password for the file. The sender tells you the passkey separately; our emails never contain it.`
  return isOne
    ? 'To read it, open the link. It works for anyone who has it, so share it with care.'
    : 'Each file has its own link. It works for anyone who has it, so share it with care.'
}
