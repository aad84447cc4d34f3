import { rowsOnScreen, type Protections } from '#server/rules/sharing/options.ts'
import { securityLabel } from '#server/rules/sharing/security.ts'
import type { TeamShare } from '#server/shares/lists/team-shares.ts'
import type { KnownRecipient } from '#server/shares/people/people.ts'
import { otherOptionsIn, type ShareRow } from '#server/shares/rows.ts'
import type { Reading } from '#server/tracking/tracking.ts'
import type { ShareAccess } from '#server/viewing/access/facts.ts'
import { watermarkText, optionsOf } from './shares/share-options.ts'

/** Entities in the field names of the API. Times are ISO 8601 in UTC. */

/** ViewFirstTime of a share that no one has opened. */
export const never = '0001-01-01T00:00:00Z'

/** Avatars beside a share in a list. */
export const shownPeople = 3

export function isoTime(at: number): string {
  return new Date(at).toISOString()
}

/** When a share ends. */
export function endFields({
  destructSeconds,
  expiresAt,
}: Pick<Protections, 'destructSeconds' | 'expiresAt'>) {
  return { DestructSeconds: destructSeconds, ExpiryDate: expiresAt === null ? null : isoTime(expiresAt) }
}

/** A share as its sender sees it; `people` are the first of its recipients. */
export function shareEntity(share: ShareRow, people: string[]) {
  return {
    ShareGuid: share.guid,
    ShareTime: isoTime(share.created_at),
    DocumentPath: share.name,
    MimeType: share.media_type,
    Size: share.file_size,
    ShareStatus: share.status,
    ShareOptions: optionsOf(share.protections, otherOptionsIn(share)),
    ...endFields(share.protections),
    ViewFirstTime: share.first_viewed_at === null ? never : isoTime(share.first_viewed_at),
    RenderStatus: share.render_status,
    RenderError: share.render_error,
    Watermark: watermarkText(share.protections.watermark),
    RecipientsDisplay: people,
    RecipientsCount: Number(share.recipient_count),
  }
}

/** Someone else's share as the admins of their team see it: whose, how much and how protected, and nothing of its people. */
export function teamShareEntity({ share, sender }: TeamShare) {
  const { RecipientsDisplay: _, RenderError: __, ...entity } = shareEntity(share, [])
  return {
    ...entity,
    UserEmail: sender.email,
    SenderName: sender.name,
    SecurityLabel: securityLabel(share.protections).level,
  }
}

/** A recipient with what they did, and whether the seconds are measured, estimated, or partly both. */
export function recipientEntity(recipient: KnownRecipient, reading: Reading | undefined) {
  return {
    RecipientUserGuid: recipient.user_guid,
    RecipientUserEmail: recipient.email,
    RecipientName: recipient.name,
    ViewFirstTime: recipient.first_viewed_at === null ? never : isoTime(recipient.first_viewed_at),
    RecipientTotalViewCount: reading?.views ?? 0,
    RecipientTotalViewSeconds: reading?.seconds ?? 0,
    RecipientTotalViewMethod: reading?.method ?? 'unknown',
    RecipientTotalPrintCount: reading?.prints ?? 0,
    RecipientTotalDownloadCount: reading?.downloads ?? 0,
    IsRemoved: recipient.revoked_at !== null,
    IsTold: recipient.held_at === null,
  }
}

/** A share as the people who can open it see it: nothing about its other recipients, nor about what they did. */
export function receivedEntity(found: ShareAccess) {
  const { policyFacts, file } = found
  return {
    ShareGuid: found.shareGuid,
    ShareTime: isoTime(found.sharedAt),
    DocumentPath: file.name,
    MimeType: file.mediaType,
    Size: file.size,
    ShareStatus: policyFacts.status,
    ...endFields(policyFacts),
    ViewFirstTime: policyFacts.firstViewedAt === null ? never : isoTime(policyFacts.firstViewedAt),
    RenderStatus: policyFacts.renderStatus,
    Watermark: watermarkText(found.watermark),
    PageCount: file.pageCount,
    LinkMessage: found.message,
    UserEmail: found.sender.email,
    SenderName: found.sender.name,
  }
}

/** A page of a list: the array under its name, and its position. `page` counts from 1. */
export function listEntity(name: string, rows: unknown[], { total, page }: { total: number; page: number }) {
  return { [name]: rows, TotalCount: total, Page: page, PageSize: rowsOnScreen }
}
