import type { Transaction } from '#server/db/open.ts'
import type { Events } from '#server/events/events.ts'
import { isDownloadInstead, isShownToReaders } from '#server/shares/sending/readable.ts'
import { untoldCount } from '#server/shares/rows.ts'

type Deps = { events: Events }

/**
 * Notifies the senders of a file that it cannot be shown, by email and as an event; in the transaction that finds out,
 * or that shares such a file. No one is notified if readers were going to download it anyway.
 */
export async function tellOfFailure({ events }: Deps, tx: Transaction, fileGuid: string): Promise<void> {
  const shares = await tx
    .selectFrom('share_version')
    .innerJoin('share', 'share.guid', 'share_version.share_guid')
    .innerJoin('file', 'file.guid', 'share_version.file_guid')
    .select(['share.guid', 'share.is_web_view', 'share.may_download', 'share.watermark_size'])
    .select(['file.kind as file_kind', 'file.render_status', 'file.render_error'])
    .select((row) => [
      untoldCount.as('untold'),
      row
        .selectFrom('recipient')
        .whereRef('recipient.share_guid', '=', 'share.guid')
        .where('recipient.revoked_at', 'is', null)
        .select((count) => count.fn.countAll<number>().as('count'))
        .as('people'),
    ])
    .where('share_version.file_guid', '=', fileGuid)
    .where('share.binned_at', 'is', null)
    .where('share.is_tour', '=', 0)
    .execute()
  for (const share of shares) {
    const { guid: subject, render_error: error } = share
    const isDownload = isDownloadInstead(share)
    if (share.may_download === 1 && !isDownload && !isShownToReaders(share)) continue
    const detail = { reason: error ?? '' }
    const facts = { error, isDownload, untold: Number(share.untold), people: Number(share.people) }
    await events.record(tx, { subject, kind: 'RenderFailed', detail, facts })
  }
}
