import type { SendMailOptions } from 'nodemailer'
import { safeEmail } from './email.ts'
import { pictureId } from './layout.ts'
import type { Email } from './email.ts'

/** The email as nodemailer takes it, with the headers of all our emails. */
export function messageOf(email: Email, options: { from: string; clock: () => number }): SendMailOptions {
  const safe = safeEmail(email)
  return {
    from: options.from,
    // An address object, never text that would be parsed into several addresses.
    to: { name: '', address: deliverable(safe.to) },
    subject: safe.subject,
    text: safe.text,
    html: safe.html,
    attachments: (safe.pictures ?? []).map(({ bytes, mediaType }, at) => ({
      cid: pictureId(at),
      filename: `page-${at + 1}.${mediaType === 'image/png' ? 'png' : 'jpg'}`,
      content: Buffer.from(bytes),
      contentType: mediaType,
      contentDisposition: 'inline',
    })),
    headers: { 'Auto-Submitted': 'auto-generated', ...safe.headers },
    date: new Date(safe.at ?? options.clock()),
    ...(safe.messageId === undefined ? {} : { messageId: safe.messageId }),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

// SMTP wants an IP address as a domain in square brackets.
function deliverable(address: string): string {
  return address.replace(/@([\d.]+)$/, '@[$1]')
}
