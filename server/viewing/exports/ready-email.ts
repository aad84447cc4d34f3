import { composeEmail, type Email } from '#server/mail/mailer.ts'

/** Tells someone that the list that they asked for can be downloaded. What it is of is not in it. */
export function exportReadyEmail(to: string, url: string): Email {
  return composeEmail({
    to,
    subject: 'Your export is ready',
    heading: 'Your export is ready',
    paragraphs: ['You can download it for three days, signed in to your account.'],
    action: { label: 'Download', url },
    footer: 'You’re receiving this because you asked for an export that took a while to prepare.',
  })
}
