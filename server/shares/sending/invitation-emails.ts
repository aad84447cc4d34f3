import type { Kysely } from 'kysely'
import type { User } from '#server/accounts/users.ts'
import type { Email } from '#server/mail/layout.ts'
import type { Transaction } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import type { HeldEmail } from './held-email-rows.ts'
import { sharesEmail } from './emails.ts'
import type { ReadyShares } from './new-share.ts'
import { accessGivenEmail, passedOnEmail, type AboutShare } from '#server/shares/requests/request-emails.ts'
import type { ShareRow } from '#server/shares/rows.ts'
import { recipientUrl } from '#server/shares/share-url.ts'
import { companyOf } from '#server/teams/branding/company.ts'

/** An email that can be written now: to whom, about whose share, and whether it is download only. */
export type Due = { held: HeldEmail; share: ShareRow; owner: User; isDownload: boolean }

/** One email to one address, about one share or several of one batch. */
export async function invitationEmail(
  tx: Transaction,
  publicUrl: URL,
  due: readonly [Due, ...Due[]],
): Promise<Email> {
  const [{ held, share, owner, isDownload }] = due
  const about: AboutShare = { shareGuid: share.guid, sentAt: share.created_at, owner, publicUrl }
  if (held.kind === 'access')
    return accessGivenEmail(about, {
      person: held,
      url: linkFor(publicUrl, due[0]),
      granted: held.is_view_only === 1 ? 'view' : 'same',
      until: held.extended_until,
      isDownload,
    })
  if (held.kind === 'pass')
    return passedOnEmail(about, {
      person: held,
      url: linkFor(publicUrl, due[0]),
      requestedBy: await requesterOf(tx, held),
      isDownload,
    })
  const [visibility, ...others] = new Set(due.map((one) => one.share.protections.visibility))
  return sharesEmail(held.email, {
    sender: owner,
    company: await companyOf(tx, owner.guid),
    message: held.kind === 'link' ? held.message : share.message,
    links: due.map((one) => ({ url: linkFor(publicUrl, one), isDownload: one.isDownload })),
    visibility: others.length > 0 ? 'mixed' : visibility!,
    hasPictures: hasPictures(due),
  })
}

/** Whether the sender wants the first page of one of these files in an email about them. */
export function hasPictures(due: readonly Due[]): boolean {
  return due.some(
    ({ held, share }) => held.kind !== 'access' && held.kind !== 'pass' && share.shows_page === 1,
  )
}

/**
 * The email that the first of these people would get about files that are not shared yet, each of them shown or a
 * download. Its links lead nowhere. Null if no one gets any.
 */
export async function previewedEmail(
  kysely: Kysely<Schema>,
  owner: User,
  { recipients, message, protections }: ReadyShares,
  { publicUrl, downloads }: { publicUrl: URL; downloads: readonly boolean[] },
): Promise<Email | null> {
  const [first] = recipients
  if (!first) return null
  const { href: url } = new URL('/file/link-of-this-person', publicUrl)
  return sharesEmail(first.email, {
    sender: owner,
    company: await companyOf(kysely, owner.guid),
    message,
    links: downloads.map((isDownload) => ({ url, isDownload })),
    visibility: protections.visibility,
  })
}

function linkFor(publicUrl: URL, { share, held }: Due): string {
  const { visibility } = share.protections
  return recipientUrl(publicUrl, { guid: share.guid, visibility }, held.guid)
}

/** The person who forwarded the file, as the share's list names them. */
async function requesterOf(tx: Transaction, held: HeldEmail): Promise<{ email: string; name: string }> {
  const email = held.forwarded_by ?? ''
  const requester = await tx
    .selectFrom('recipient')
    .select('name')
    .where('share_guid', '=', held.share_guid)
    .where('email', '=', email)
    .executeTakeFirst()
  return { email, name: requester?.name ?? '' }
}
