import { isShown } from '#server/rules/files/files.ts'
import type { ShareRow } from '#server/shares/rows.ts'

type File = Pick<ShareRow, 'file_kind' | 'render_status' | 'render_error' | 'is_web_view' | 'may_download'>

/** What a reader gets of a file: its pages or its player, a download and nothing else, one of these later, or nothing. */
export type Readable = 'shown' | 'download' | 'later' | 'nothing'

/** Whether recipients wait for pages: else it does not matter to them how far those are. */
export function isShownToReaders(share: Omit<File, 'render_status'>): boolean {
  return share.is_web_view === 1 && isShown(share.file_kind, share.render_error)
}

/** What somebody with the share's own rights gets of its file now, or who may only read it (`isViewOnly`). */
export function readableAs(share: File, { isViewOnly = false } = {}): Readable {
  if (!isShownToReaders(share)) return share.may_download === 1 && !isViewOnly ? 'download' : 'nothing'
  if (share.render_status === 'In Progress') return 'later'
  return share.render_status === 'Rendered' ? 'shown' : 'nothing'
}
