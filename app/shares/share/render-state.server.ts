import { downloadOnlyReason } from '#server/rules/sharing/file-contradictions.ts'
import { noConverter } from '#server/rules/files/files.ts'
import { isDownloadInstead, isShownToReaders } from '#server/shares/sending/readable.ts'
import type { RecipientRow, ShareRow } from '#server/shares/rows.ts'
import { asksForPassword } from '#server/rendering/pdf/asks-for-password.ts'
import { retryText } from '#app/view-models/lists/tried-again.server.ts'
import { href, routes } from '#app/routes.ts'
import type { RenderStateShown } from './render-state.tsx'
import type { RequestContext } from '#app/request/loader.server.ts'
import { renderReason } from '#server/rules/files/render-reason.ts'

/** What the owner of a file sees if it is not shown, or not yet, and what can be done; null if all is well. */
export async function renderStateOf(
  share: ShareRow,
  people: readonly RecipientRow[],
  context: RequestContext,
): Promise<RenderStateShown | null> {
  const again = await retryText(context, share.file_guid, share.render_status === 'In Progress')
  const note = noteOf(share, again)
  if (note === null) return null
  const isFailed = share.render_status === 'Error'
  const isDownload = (share.is_web_view === 0 && share.may_download === 1) || isDownloadInstead(share)
  const mayBecomeDownload = isFailed && !isDownload
  return {
    note,
    isWaiting: share.render_status === 'In Progress',
    isRetried: context.services.shares.renderFailures.mayRetry(share),
    asksPassword: asksForPassword(share),
    asDownload: mayBecomeDownload && share.destruct_seconds <= 0,
    hasViewOnly: people.some((person) => person.is_view_only === 1),
    isKeptByEnd: mayBecomeDownload && share.destruct_seconds > 0,
    revision: share.revision,
    versions: isFailed ? href(routes.shares.versions, { ShareGuid: share.guid }) : null,
    edit: href(routes.shares.edit, { ShareGuid: share.guid }),
  }
}

function noteOf(share: ShareRow, again: string | null): string | null {
  if (share.render_status === 'Rendered')
    return downloadOnlyReason({
      name: share.name,
      kind: share.file_kind,
      isShown: share.file_kind !== 'other',
    })
  if (isShownToReaders(share) && share.render_status === 'In Progress')
    return again ?? 'Encrypting: the pages are being prepared. This page refreshes automatically.'
  if (share.render_status !== 'Error') return null
  const reason = `The file can’t be displayed: ${renderReason(share.render_error)}.`
  if (share.may_download === 1 && !isShownToReaders(share)) return `${reason} Recipients can download it.`
  const program =
    share.render_error === noConverter
      ? ' Ask your administrator to install LibreOffice on the server, then try again.'
      : ''
  return `${reason}${program} Anyone who opens its link sees this message instead of the file.`
}
