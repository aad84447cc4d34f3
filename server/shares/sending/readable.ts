import type { Flag } from '#server/db/tables/flag.ts'
import { hasPages, isShown } from '#server/rules/files/files.ts'
import type { ShareRow } from '#server/shares/rows.ts'

type File = Pick<
  ShareRow,
  'file_kind' | 'render_status' | 'render_error' | 'is_web_view' | 'may_download' | 'watermark_size'
>

/** What a reader gets of a file: its pages or its player, only a download, one of these later, or nothing. */
export type Readable = 'shown' | 'download' | 'later' | 'nothing'

/** Whether recipients wait for pages: otherwise their progress does not matter to them. */
export function isShownToReaders(share: File): boolean {
  return share.is_web_view === 1 && isShown(share.file_kind, share.render_error) && !isDownloadInstead(share)
}

/** The same for one reader, who may have only been allowed to read. */
export function isShownTo(
  row: Omit<File, 'file_kind'> & { is_view_only: Flag | null },
  file_kind: File['file_kind'],
): boolean {
  return isShownToReaders({ ...row, file_kind, may_download: row.is_view_only === 1 ? 0 : row.may_download })
}

/**
 * Whether a file that failed is downloaded as it is, as its share allows. If it should have a watermark, it cannot be.
 */
export function isDownloadInstead(share: File): boolean {
  const isMarked = share.watermark_size !== null && hasPages(share.file_kind)
  return share.is_web_view === 1 && share.render_status === 'Error' && share.may_download === 1 && !isMarked
}

/**
 * What someone with the share's own permissions gets of its file now, or someone who can only read it (`isViewOnly`).
 */
export function readableAs(share: File, { isViewOnly = false } = {}): Readable {
  if (!isShownToReaders(share)) return share.may_download === 1 && !isViewOnly ? 'download' : 'nothing'
  if (share.render_status === 'In Progress') return 'later'
  return share.render_status === 'Rendered' ? 'shown' : 'nothing'
}
