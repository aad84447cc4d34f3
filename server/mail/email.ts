import { emailAddress } from '#server/rules/accounts/email.ts'

/** An email to one address. `messageId` and `at` (epoch ms) are set by Post, so that a retry is the same email. */
export type Email = {
  to: string
  subject: string
  text: string
  html: string
  headers?: Record<string, string>
  /** What the HTML shows at the places of `pictureAt`, in their order. */
  pictures?: readonly EmailPicture[]
  /** The guid of the logo in its bar; `logoPicture` once it is drawn. */
  logo?: string
  logoPicture?: EmailPicture
  messageId?: string
  at?: number
}

/** A picture that comes with an email; `width` in pixels of the style sheet. */
export type EmailPicture = { bytes: Uint8Array; mediaType: 'image/png' | 'image/jpeg'; width: number }

/** The transport of an email: SMTP, or files in a folder. */
export interface MailTransport {
  /** Returns the transport's own reply, if it gives one. Rejects if the email was not accepted. */
  send(email: Email): Promise<string | void>
  close?(): void
}

/** The email was finally refused; a retry would change nothing. */
export class EmailRefused extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'EmailRefused'
  }
}

/**
 * The email with headers that contain nothing but their own line: whatever a person entered as a name or a subject
 * cannot start another header. Throws EmailRefused for what is not an address.
 */
export function safeEmail(email: Email): Email {
  const to = emailAddress(email.to)
  if (to === null) throw new EmailRefused('The recipient of the email is not an email address')
  const headers = Object.entries(email.headers ?? {}).map(([name, value]) => {
    if (!/^[A-Za-z][A-Za-z0-9-]*$/.test(name))
      throw new EmailRefused('A header of the email has no valid name')
    return [name, oneLine(value)] as const
  })
  return {
    ...email,
    to,
    subject: oneLine(email.subject).slice(0, 300),
    headers: Object.fromEntries(headers),
  }
}

/** Text for a header: line ends and other control characters become spaces. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029\u202d\u202e]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
}

/** What goes into the log: a log is read by more people than a mailbox. */
export function withoutAddresses(text: string): string {
  return text.replace(/\S+@\S+/g, '(address)')
}
