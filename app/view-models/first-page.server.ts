import { isShown, type FileKind } from '#server/rules/files/files.ts'
import { href, routes } from '#app/routes.ts'

type Listed = {
  guid: string
  file_kind: FileKind | null
  render_status: string | null
  render_error: string | null
  page_count: number | null
  needs_passkey?: number
}

/**
 * Where the picture of page 1 is, for a list; null for what has no pages, or not yet, or is locked with a passkey: then
 * the icon of its kind is shown. The address checks again who asks.
 */
export function firstPageOf(row: Listed): string | null {
  const isDrawn =
    row.file_kind !== null &&
    row.render_status === 'Rendered' &&
    isShown(row.file_kind, row.render_error) &&
    (row.page_count ?? 0) > 0 &&
    row.needs_passkey !== 1
  return isDrawn ? href(routes.reading.thumbnail, { ShareGuid: row.guid }) : null
}
