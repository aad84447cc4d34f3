import type { Events } from '#server/events/events.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { composeEmail, type Email } from '#server/mail/layout.ts'

/** Has the email written that tells of a webhook that was turned off. */
export function tellOfWebhooks({ events, mailer }: { events: Events; mailer: Mailer }): void {
  events.onEmail('webhookStoppedEmail', async (tx, { facts: { to, ...facts } }) => {
    for (const address of to) await mailer.enqueue(tx, webhookStoppedEmail({ to: address, ...facts }))
  })
}

type Stopped = { to: string; url: string; page: string; isGone: boolean }

function webhookStoppedEmail({ to, url, page, isGone }: Stopped): Email {
  const { host } = new URL(url)
  const why = isGone
    ? 'It answered that it no longer exists (410).'
    : 'For five days, nothing that was sent there was confirmed as received.'
  return composeEmail({
    to,
    subject: `Your webhook to ${host} was turned off`,
    heading: `Your webhook to ${host} was turned off`,
    paragraphs: [
      `Nothing is sent to ${url} any more. ${why}`,
      'Events are kept for 30 days, and sent when you turn it on again.',
    ],
    action: { label: 'View webhook', url: page },
  })
}
