import type { Transaction } from '#server/db/open.ts'
import type { Post } from '#server/mail/post.ts'
import { isShown } from '#server/rules/files/files.ts'
import { renderReason } from '#server/rules/files/render-reason.ts'
import type { Events } from '#server/events/events.ts'
import { unshownLetter } from '#server/shares/sending/letters.ts'
import { untoldCount } from '#server/shares/rows.ts'

type Needs = { events: Events; post: Post; publicUrl: URL }

/**
 * Tells the senders of a file that it cannot be shown, by e-mail and on record; in the transaction that finds it out, or
 * that shares such a file. Nobody is told where readers download it anyway.
 */
export async function tellOfFailure(
  { events, post, publicUrl }: Needs,
  tx: Transaction,
  fileGuid: string,
): Promise<void> {
  const shares = await tx
    .selectFrom('share_version')
    .innerJoin('share', 'share.guid', 'share_version.share_guid')
    .innerJoin('file', 'file.guid', 'share_version.file_guid')
    .innerJoin('user as owner', 'owner.guid', 'share.owner_guid')
    .select(['share.guid', 'share.created_at', 'share.is_web_view', 'share.may_download'])
    .select(['file.kind', 'file.render_error', 'owner.email', 'owner.time_zone'])
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
    const { guid: shareGuid, email, time_zone: timeZone, created_at: sentAt, render_error: error } = share
    const isDownloaded = share.may_download === 1 && !(share.is_web_view === 1 && isShown(share.kind, error))
    if (isDownloaded) continue
    const reason = error ?? ''
    await events.record(tx, { subjectGuid: shareGuid, kind: 'RenderFailed', detail: { reason } })
    const told = { untold: Number(share.untold), people: Number(share.people) }
    const about = { shareGuid, sentAt, reason: renderReason(error), ...told }
    await post.post(tx, unshownLetter({ to: email, timeZone, publicUrl }, about))
  }
}
