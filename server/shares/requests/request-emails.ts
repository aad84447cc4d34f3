import type { User } from '#server/accounts/users.ts'
import { settingsUrl } from '#server/accounts/keeping/settings-url.ts'
import { composeEmail, type Email } from '#server/mail/layout.ts'
import { zonedTime } from '#server/rules/text/format.ts'
import { productName } from '#server/rules/product/product.ts'
import type { Granted, RequestKind } from '#server/rules/sharing/requests.ts'
import { downloadOnly } from '#server/shares/sending/emails.ts'

/**
 * The emails about forwarding a file and requesting access. None says which file: email may be read by more than one
 * person.
 */

export type Person = { email: string; name: string }
/** What all emails about one share say about it. */
export type AboutShare = { shareGuid: string; sentAt: number; owner: User; publicUrl: URL }
export type RequestedAccess = {
  kind: RequestKind
  /** Who is to get access. */
  person: Person
  /** Who wants to forward the file; null if people request access for themselves. */
  requestedBy: Person | null
  reason: string
  /** How many more days a recipient asks for; null if the request is for access. */
  extraDays: number | null
}

/** Asks the owner, with one link for each answer. A link opens a page: opening it decides nothing. */
export function askingEmail(
  about: AboutShare,
  requested: RequestedAccess,
  tokens: { approve: string; reject: string },
): Email {
  const { subject, heading, sentence } = requestText(about, requested)
  return composeEmail({
    to: about.owner.email,
    subject,
    heading,
    paragraphs: [
      sentence,
      ...(requested.reason ? [`Reason: ${requested.reason}`] : []),
      'Opening a link decides nothing yet. Links work for 7 days; the first answer counts.',
    ],
    action: {
      label: 'Review request',
      url: decisionUrl(about, requested.kind, 'approve', tokens.approve),
    },
    otherAction: {
      label: 'Reject request',
      url: decisionUrl(about, requested.kind, 'reject', tokens.reject),
    },
    footer:
      'Don’t forward this email: its links act on your behalf. You can also find the request on the file’s page.',
    switchOffAt: settingsUrl(about.publicUrl, 'notifications'),
  })
}

/** What is asked, in the subject, the heading and a sentence. */
function requestText(about: AboutShare, { person, requestedBy, extraDays }: RequestedAccess) {
  const [file, who] = [fileOf(about), called(person)]
  if (extraDays !== null)
    return {
      subject: `A recipient asks for ${extraDays} more days`,
      heading: `${person.email} asks for ${extraDays} more days`,
      sentence: `Access to ${file} has ended for ${who}, who asks for ${extraDays} more days.`,
    }
  if (requestedBy)
    return {
      subject: 'A recipient asks to forward your file',
      heading: `${person.email} requests access to your file`,
      sentence: `${called(requestedBy)} asks to forward ${file} to ${who}.`,
    }
  return {
    subject: 'Someone requests access to your file',
    heading: `${person.email} requests access`,
    sentence: `${who} requests access to ${file}. They confirmed this address.`,
  }
}

function decisionUrl(about: AboutShare, kind: RequestKind, decision: string, token: string): string {
  const what = kind === 'forward' ? 'forward' : 'request'
  const url = new URL(`/p/${what}/${decision}/${about.shareGuid}`, about.publicUrl)
  url.searchParams.set('t', token)
  return url.href
}

/** Tells the owner that a reader forwarded the file, as the share allows. */
export function forwardedEmail(
  about: AboutShare,
  requestedBy: Person,
  person: Person,
  reason: string,
): Email {
  return composeEmail({
    to: about.owner.email,
    subject: 'Your file was forwarded',
    heading: `${person.email} has access now`,
    paragraphs: [
      `${called(requestedBy)} forwarded ${fileOf(about)} to ${called(person)}, as its protections allow. The new recipient confirms their address with a code like everyone else.`,
      `Reason: ${reason}`,
      'On the file’s page you can see who reads it, and stop sharing it.',
    ],
    action: { label: 'View readers', url: new URL(`/s/${about.shareGuid}`, about.publicUrl).href },
    switchOffAt: settingsUrl(about.publicUrl, 'notifications'),
  })
}

/** Who gets in, by which link of their own, and whether there is only something to download. */
type WayIn = { person: Person; url: string; isDownload: boolean }

/** Tells a new reader that a file is waiting. */
export function passedOnEmail(
  about: AboutShare,
  { person, url, requestedBy, isDownload }: WayIn & { requestedBy: Person },
): Email {
  return composeEmail({
    to: person.email,
    subject: `${called(requestedBy)} forwarded a protected file to you`,
    heading: 'A file was forwarded to you',
    paragraphs: [
      `The file belongs to ${ownerOf(about)}, who shares it through ${productName}.`,
      `Open the link and confirm this address, ${person.email}, with a code we’ll email you.`,
      ...(isDownload ? [downloadOnly] : []),
    ],
    action: { label: 'Open file', url },
    footer:
      'The sender can see when you open the file. If you don’t recognise these people, ignore this email.',
  })
}

/** Tells the person who requested access that they can now read the file. */
export function accessGivenEmail(
  about: AboutShare,
  { person, url, granted, until, isDownload }: WayIn & { granted: Granted; until: number | null },
): Email {
  const rights = granted === 'view' ? ' You can read its pages, not download or print them.' : ''
  return composeEmail({
    to: person.email,
    subject: 'Your request was approved',
    heading: 'You have access now',
    paragraphs: [
      until === null
        ? `${ownerOf(about)} gave you access to a protected file.${rights}`
        : `${ownerOf(about)} gave you more time with a protected file, until ${zonedTime(until, 'UTC')}.${rights}`,
      `Open the link and confirm this address, ${person.email}, with a code we’ll email you.`,
      ...(isDownload ? [downloadOnly] : []),
    ],
    action: { label: 'Open file', url },
    footer: 'The sender can see when you open the file.',
  })
}

/** Tells the person who wanted to forward the file that the new reader was added. */
export function forwardApprovedEmail(about: AboutShare, requestedBy: Person, person: Person): Email {
  return composeEmail({
    to: requestedBy.email,
    subject: 'Your request was approved',
    heading: 'Your request was approved',
    paragraphs: [`${ownerOf(about)} gave ${called(person)} access. They’ll get an email with the link.`],
  })
}

/** Tells the requester that the owner said no; why, only if the owner wrote a reason. */
export function notApprovedEmail(requested: RequestedAccess, note: string): Email {
  const { person, requestedBy, extraDays } = requested
  const wanted = extraDays === null ? 'access to' : 'more time with'
  return composeEmail({
    to: (requestedBy ?? person).email,
    subject: 'Your request wasn’t approved',
    heading: 'Not approved',
    paragraphs: [
      requestedBy
        ? `Your request to forward a protected file to ${called(person)} wasn’t approved.`
        : `Your request for ${wanted} a protected file wasn’t approved.`,
      ...(note ? [`The sender’s message: ${note}`] : []),
    ],
  })
}

function fileOf({ sentAt, owner }: AboutShare): string {
  return `the file you shared on ${zonedTime(sentAt, owner.timeZone)}`
}

function ownerOf({ owner }: AboutShare): string {
  return `${`${owner.firstName} ${owner.lastName}`.trim()} (${owner.email})`
}

function called({ email, name }: Person): string {
  return name ? `${name} (${email})` : email
}
