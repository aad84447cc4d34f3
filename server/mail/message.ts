import type { SendMailOptions } from 'nodemailer'
import { safeEmail } from './email.ts'
import { logoId, pictureId } from './layout.ts'
import type { Email, EmailPicture } from './email.ts'

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
    attachments: [
      ...(safe.logoPicture ? [inline(safe.logoPicture, logoId, 'logo')] : []),
      ...(safe.pictures ?? []).map((picture, at) => inline(picture, pictureId(at), `page-${at + 1}`)),
    ],
    headers: { 'Auto-Submitted': 'auto-generated', ...safe.headers },
    date: new Date(safe.at ?? options.clock()),
    ...(safe.messageId === undefined ? {} : { messageId: safe.messageId }),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function inline({ bytes, mediaType }: EmailPicture, cid: string, name: string) {
  return {
    cid,
    filename: `${name}.${mediaType === 'image/png' ? 'png' : 'jpg'}`,
    content: Buffer.from(bytes),
    contentType: mediaType,
    contentDisposition: 'inline' as const,
  }
}

// SMTP wants an IP address as a domain in square brackets.
function deliverable(address: string): string {
  return address.replace(/@([\d.]+)$/, '@[$1]')
}
