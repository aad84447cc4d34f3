import { composeEmail, type Email } from '#server/mail/mailer.ts'

/** Tells someone that what they asked for can be downloaded. No name is in it: it may be read by others. */
export function readyEmail(to: string, { url, parts }: { url: string; parts: number }): Email {
  return composeEmail({
    to,
    subject: 'Your ZIP download is ready',
    heading: 'Your ZIP download is ready',
    paragraphs: [
      parts > 1
        ? `It has ${parts} parts. You can download them for three days.`
        : 'You can download it for three days.',
    ],
    action: { label: 'Download', url },
    footer: 'You’re receiving this because you asked for an email when the files are ready.',
  })
}
