import { choicesOf } from '#server/accounts/keeping/notifications.ts'
import type { QuietAddresses } from '#server/accounts/addresses/quiet-addresses.ts'
import { userColumns, userOf } from '#server/accounts/users.ts'
import type { Transaction } from '#server/db/open.ts'
import type { Events, EmailedEvent } from '#server/events/events.ts'
import type { RateLimit, RateLimits } from '#server/http/limits/rate.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { decisionLinkLives } from '#server/rules/sharing/requests.ts'
import { passkeyGuessedEmail, passkeyLockedEmail } from './passkeys/guessing-emails.ts'
import { reminderEmail, renderFailureEmail } from './sending/emails.ts'
import {
  askingEmail,
  forwardApprovedEmail,
  forwardedEmail,
  notApprovedEmail,
  type AboutShare,
} from './requests/request-emails.ts'
import { recipientUrl, shareUrl } from './share-url.ts'

const onceAnHour: RateLimit = { count: 1, per: 3_600_000 }

type Deps = {
  events: Events
  mailer: Mailer
  rates: RateLimits
  quietAddresses: QuietAddresses
  publicUrl: URL
}

/** Has the emails written that announce what happens to shares. */
export function tellOfShares({ events, mailer, rates, quietAddresses, publicUrl }: Deps): void {
  events.onEmail('askingEmail', async (tx, { kind, subject, at, facts }) => {
    const { links, ...details } = facts
    if (!links) return
    const request = { ...details, kind: kind === 'ForwardAsked' ? 'forward' : 'access' } as const
    const message = askingEmail(await aboutShare(tx, subject, publicUrl), request, links)
    await mailer.enqueue(tx, message, { usefulUntil: at + decisionLinkLives })
  })
  events.onEmail('forwardedEmail', async (tx, { subject, facts: { requester, person, reason } }) => {
    const about = await aboutShare(tx, subject, publicUrl)
    if (!(await choicesOf(tx, about.owner.guid)).isToldOfRequests) return
    await mailer.enqueue(tx, forwardedEmail(about, requester, person, reason))
  })
  events.onEmail('forwardApprovedEmail', async (tx, { subject, facts: { requester, person } }) => {
    if (!requester) return
    await mailer.enqueue(
      tx,
      forwardApprovedEmail(await aboutShare(tx, subject, publicUrl), requester, person),
    )
  })
  events.onEmail('notApprovedEmail', async (tx, { facts: { note, ...request } }) =>
    mailer.enqueue(tx, notApprovedEmail(request, note)),
  )
  events.onEmail('reminderEmail', async (tx, { subject, actor: email, facts: { sender, endsAt } }) => {
    const to = email ?? ''
    const url = await linkOf(tx, subject, to, publicUrl)
    const message = reminderEmail(to, { sender, endsAt, url, switchOffAt: quietAddresses.linkFor(to) })
    // Of no use once the share has ended.
    await mailer.enqueue(tx, message, { usefulUntil: endsAt })
  })
  events.onEmail('renderFailureEmail', async (tx, { subject, facts }) => {
    if ('addedBy' in facts) return
    const { owner, sentAt } = await aboutShare(tx, subject, publicUrl)
    const to = { to: owner.email, timeZone: owner.timeZone, publicUrl }
    const about = { shareGuid: subject, sentAt, ...facts }
    await mailer.enqueue(tx, renderFailureEmail(to, about))
  })
  // One email an hour, from however many networks someone guesses.
  const tellOfGuessing = async (
    tx: Transaction,
    { subject, ip, facts }: EmailedEvent<'passkeyLockedEmail' | 'passkeyGuessedEmail'>,
    message: typeof passkeyLockedEmail,
  ): Promise<void> => {
    if (facts.isOwner || !(await rates.take(`passkey-letter|${subject}`, onceAnHour, tx))) return
    const { owner } = await aboutShare(tx, subject, publicUrl)
    await mailer.enqueue(tx, message(owner.email, { shareGuid: subject, ip, publicUrl }))
  }
  events.onEmail('passkeyLockedEmail', (tx, event) => tellOfGuessing(tx, event, passkeyLockedEmail))
  events.onEmail('passkeyGuessedEmail', (tx, event) => tellOfGuessing(tx, event, passkeyGuessedEmail))
}

/** The link in an email to a recipient; the share's own for someone who has been removed since. */
async function linkOf(tx: Transaction, shareGuid: string, email: string, publicUrl: URL): Promise<string> {
  const row = await tx
    .selectFrom('recipient')
    .innerJoin('share', 'share.guid', 'recipient.share_guid')
    .select(['share.guid', 'share.visibility', 'recipient.guid as recipient'])
    .where('recipient.share_guid', '=', shareGuid)
    .where('recipient.email', '=', email)
    .where('recipient.revoked_at', 'is', null)
    .executeTakeFirst()
  return row ? recipientUrl(publicUrl, row, row.recipient) : shareUrl(publicUrl, shareGuid)
}

/** What emails say about a share. */
async function aboutShare(tx: Transaction, shareGuid: string, publicUrl: URL): Promise<AboutShare> {
  const { created_at: sentAt, ...owner } = await tx
    .selectFrom('share')
    .innerJoin('user', 'user.guid', 'share.owner_guid')
    .select(userColumns)
    .select('share.created_at')
    .where('share.guid', '=', shareGuid)
    .executeTakeFirstOrThrow()
  return { shareGuid, sentAt, owner: userOf(owner), publicUrl }
}
