import type { User } from '#server/accounts/users.ts'
import { settingsUrl } from '#server/accounts/keeping/settings-url.ts'
import { composeEmail, type Email } from '#server/mail/layout.ts'
import { zonedTime } from '#server/rules/text/format.ts'
import { productName } from '#server/rules/product/product.ts'
import type { Granted, RequestKind } from '#server/rules/sharing/requests.ts'
import { downloadOnly } from '#server/shares/sending/emails.ts'
import { shareUrl } from '#server/shares/share-url.ts'

/**
 * The emails about forwarding a file and requesting access. None says which file: email may be read by more than one
 * person.
 */

export type Person = { email: string; name: string }
/** What all emails about one share say about it. */
export type AboutShare = { shareGuid: string; sentAt: number; owner: User; publicUrl: URL }
export type AskedFor = {
  kind: RequestKind
  /** Who is to get access. */
  person: Person
  /** Who wants to forward the file; null if people request access for themselves. */
  askedBy: Person | null
  reason: string
}

/** Asks the owner, with one link for each answer. A link opens a page: opening it decides nothing. */
export function askingEmail(
  about: AboutShare,
  asked: AskedFor,
  tokens: { approve: string; reject: string },
): Email {
  const { person, askedBy, reason } = asked
  const who = called(person)
  return composeEmail({
    to: about.owner.email,
    subject: askedBy
      ? 'Somebody asks to pass on a file of yours'
      : 'Somebody asks for access to a file of yours',
    heading: askedBy ? `May ${person.email} read your file?` : `${person.email} asks for access`,
    paragraphs: [
      askedBy
        ? `${called(askedBy)} asks you to let ${who} read ${fileOf(about)}.`
        : `${who} asks for access to ${fileOf(about)}. The address was confirmed.`,
      ...(reason ? [`In their words: ${reason}`] : []),
      'Open a link, look at what is asked, and press the button there. Opening a link decides nothing. They work for 7 days, and the first answer holds.',
    ],
    action: {
      label: 'Look at it, and approve',
      url: decisionUrl(about, asked.kind, 'approve', tokens.approve),
    },
    otherAction: { label: 'Reject it', url: decisionUrl(about, asked.kind, 'reject', tokens.reject) },
    footer:
      'Do not pass this letter on: its links decide in your name. The request also waits on the page of the file.',
    switchOffAt: settingsUrl(about.publicUrl, 'notifications'),
  })
}

function decisionUrl(about: AboutShare, kind: RequestKind, decision: string, token: string): string {
  const what = kind === 'forward' ? 'forward' : 'request'
  const url = new URL(`/p/${what}/${decision}/${about.shareGuid}`, about.publicUrl)
  url.searchParams.set('t', token)
  return url.href
}

/** Tells the owner that a reader forwarded the file, as the share allows. */
export function forwardedEmail(about: AboutShare, askedBy: Person, person: Person, reason: string): Email {
  return composeEmail({
    to: about.owner.email,
    subject: 'A file of yours was passed on',
    heading: `${person.email} was added`,
    paragraphs: [
      `${called(askedBy)} passed ${fileOf(about)} on to ${called(person)}, as its protections allow. The new reader confirms the address with a code like everybody else.`,
      `In their words: ${reason}`,
      'On the page of the file you see who reads, and can take the file back.',
    ],
    action: { label: 'See who reads it', url: new URL(`/s/${about.shareGuid}`, about.publicUrl).href },
    switchOffAt: settingsUrl(about.publicUrl, 'notifications'),
  })
}

/** Tells a new reader that a file is waiting. */
export function passedOnEmail(about: AboutShare, person: Person, askedBy: Person, isDownload = false): Email {
  return composeEmail({
    to: person.email,
    subject: `${called(askedBy)} passes a protected file on to you`,
    heading: 'A file was passed on to you',
    paragraphs: [
      `${called(askedBy)} passes on a protected file that ${ownerOf(about)} shares through ${productName}.`,
      `To read it, open the link and confirm this address, ${person.email}, with a code that we will send you.`,
      ...(isDownload ? [downloadOnly] : []),
    ],
    action: { label: 'Open the file', url: shareUrl(about.publicUrl, about.shareGuid) },
    footer: 'The sender can see when the file is opened. If you do not know these people, do nothing.',
  })
}

/** Tells the person who requested access that they can now read the file. */
export function accessGivenEmail(
  about: AboutShare,
  person: Person,
  granted: Granted,
  isDownload = false,
): Email {
  const rights = granted === 'view' ? ' You can read its pages; it cannot be downloaded or printed.' : ''
  return composeEmail({
    to: person.email,
    subject: 'Your request was approved',
    heading: 'You have access',
    paragraphs: [
      `${ownerOf(about)} approved your request for access to a protected file.${rights}`,
      `Open the link and confirm this address, ${person.email}, with a code.`,
      ...(isDownload ? [downloadOnly] : []),
    ],
    action: { label: 'Open the file', url: shareUrl(about.publicUrl, about.shareGuid) },
    footer: 'The sender can see when the file is opened.',
  })
}

/** Tells the person who wanted to forward the file that the new reader was added. */
export function forwardApprovedEmail(about: AboutShare, askedBy: Person, person: Person): Email {
  return composeEmail({
    to: askedBy.email,
    subject: 'Your request was approved',
    heading: 'Your request was approved',
    paragraphs: [
      `${ownerOf(about)} approved your request: ${called(person)} was added and gets a letter with the link.`,
    ],
  })
}

/** Tells the requester that the owner said no; why, only if the owner wrote a reason. */
export function notApprovedEmail(asked: AskedFor, note: string): Email {
  const { person, askedBy } = asked
  return composeEmail({
    to: (askedBy ?? person).email,
    subject: 'Your request was not approved',
    heading: 'Not approved',
    paragraphs: [
      askedBy
        ? `Your request to let ${called(person)} read a protected file was not approved.`
        : 'Your request for access to a protected file was not approved.',
      ...(note ? [`The sender writes: ${note}`] : []),
    ],
  })
}

function fileOf({ sentAt, owner }: AboutShare): string {
  return `the file that you sent on ${zonedTime(sentAt, owner.timeZone)}`
}

function ownerOf({ owner }: AboutShare): string {
  return `${`${owner.firstName} ${owner.lastName}`.trim()} (${owner.email})`
}

function called({ email, name }: Person): string {
  return name ? `${name} (${email})` : email
}
