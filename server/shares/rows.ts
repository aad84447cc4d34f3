import type { Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import type { Protections } from '#server/rules/options.ts'

/** What a share says of itself. */
export const shareColumns = [
  'share.guid',
  'share.message',
  'share.visibility',
  'share.may_download',
  'share.may_print',
  'share.watermark_size',
  'share.watermark_colour',
  'share.status',
  'share.destruct_seconds',
  'share.expires_at',
  'share.first_viewed_at',
  'share.created_at',
] as const

/** Shares with their file and the number of their recipients; add the condition on the owner. */
export function shareRows(kysely: Kysely<Schema>) {
  return kysely
    .selectFrom('share')
    .innerJoin('file', 'file.guid', 'share.file_guid')
    .select([
      ...shareColumns,
      'file.guid as file_guid',
      'file.name as file_name',
      'file.size as file_size',
      'file.kind as file_kind',
      'file.render_status',
      'file.render_error',
      'file.page_count',
    ])
    .select((eb) =>
      eb
        .selectFrom('recipient')
        .whereRef('recipient.share_guid', '=', 'share.guid')
        .select((count) => count.fn.countAll<number>().as('count'))
        .as('recipient_count'),
    )
}

type FoundShare = Awaited<ReturnType<ReturnType<typeof shareRows>['execute']>>[number]
export type ShareRow = FoundShare & { protections: Protections }

/** The stored columns as the protections that the rules speak of. */
export function protectionsIn<
  Row extends Pick<
    FoundShare,
    | 'visibility'
    | 'may_download'
    | 'may_print'
    | 'watermark_size'
    | 'watermark_colour'
    | 'destruct_seconds'
    | 'expires_at'
  >,
>(row: Row): Row & { protections: Protections } {
  const { watermark_size: size, watermark_colour: colour } = row
  return {
    ...row,
    protections: {
      visibility: row.visibility,
      mayDownload: row.may_download === 1,
      mayPrint: row.may_print === 1,
      watermark: size && colour ? { size, colour } : null,
      destructSeconds: row.destruct_seconds,
      expiresAt: row.expires_at,
    },
  }
}

/** The people of a share in the order they were added. */
export function recipientRows(kysely: Kysely<Schema>, shareGuid: string) {
  return kysely
    .selectFrom('recipient')
    .select(['guid', 'email', 'name', 'first_viewed_at', 'mail_status', 'added_at'])
    .where('share_guid', '=', shareGuid)
    .orderBy('added_at')
    .orderBy('email')
    .execute()
}

export type RecipientRow = Awaited<ReturnType<typeof recipientRows>>[number]
