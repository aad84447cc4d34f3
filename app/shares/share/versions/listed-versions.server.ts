import { counted, fileSize, shownTime, type ShownTime } from '#server/rules/text/format.ts'
import { kindName } from '#server/rules/sharing/file-contradictions.ts'
import { hasPages, isShown } from '#server/rules/files/files.ts'
import type { ShareRow } from '#server/shares/rows.ts'
import type { Version } from '#server/shares/versions/versions.ts'
import type { VersionReader } from '#server/tracking/tracking.ts'
import { href } from '#app/routes.ts'
import type { Tone } from '#app/ui/badge.tsx'
import { renderReason } from '#server/rules/files/render-reason.ts'

/** A version of a shared file, ready to print. */
export type ListedVersion = {
  number: number
  name: string
  facts: string
  at: ShownTime
  state: { words: string; tone: Tone }
  note: string
  /** Who saw it. */
  seenBy: string[]
  seenByMore: number
  look: 'Read' | 'Play'
  viewHref: string | null
  downloadHref: string | null
  mayBeCurrent: boolean
}

/** Names on the page; a link may have very many visitors. */
const mostNamed = 20

export function listedVersion(
  version: Version,
  share: ShareRow,
  readers: VersionReader[],
  timeZone: string,
): ListedVersion {
  const { number } = version
  const isKept = version.removed_at === null
  const isCurrent = number === share.version
  const isRendered = version.render_status === 'Rendered'
  const isSeen = isRendered && isShown(version.kind, version.render_error)
  const query = { version: isCurrent ? undefined : number }
  return {
    number,
    name: version.name,
    facts: factsOf(version),
    at: shownTime(version.created_at, timeZone),
    state: stateOf(version, isCurrent),
    note: noteOf(version, isCurrent, timeZone),
    seenBy: readers.slice(0, mostNamed).map(({ email }) => email ?? 'Visitors of the link'),
    seenByMore: Math.max(0, readers.length - mostNamed),
    look: hasPages(version.kind) ? 'Read' : 'Play',
    viewHref: isKept && isSeen ? href('view', { ShareGuid: share.guid }, query) : null,
    downloadHref: isKept ? href('download', { ShareGuid: share.guid }, query) : null,
    mayBeCurrent: isKept && !isCurrent && (isRendered || share.is_web_view === 0),
  }
}

function factsOf({ kind, size, page_count: pages, removed_at: removedAt }: Version): string {
  const what = removedAt === null ? `${kindName[kind]}, ` : ''
  return what + fileSize(size) + (pages > 0 ? `, ${counted(pages, 'page')}` : '')
}

function stateOf(version: Version, isCurrent: boolean): { words: string; tone: Tone } {
  if (version.removed_at !== null) return { words: 'File removed', tone: 'soft' }
  if (version.render_status === 'Error') return { words: 'Cannot be shown', tone: 'bad' }
  if (version.render_status === 'In Progress') return { words: 'Encrypting', tone: 'warn' }
  return isCurrent ? { words: 'Shown now', tone: 'good' } : { words: 'Kept', tone: 'soft' }
}

function noteOf(version: Version, isCurrent: boolean, timeZone: string): string {
  if (version.removed_at !== null)
    return `Removed on ${shownTime(version.removed_at, timeZone).text}, since newer versions took its place.`
  if (version.render_status === 'Error') {
    const before = isCurrent ? '' : ' Recipients see the version that they saw before.'
    return `It cannot be shown: ${renderReason(version.render_error)}.${before}`
  }
  if (!version.isWaiting) return ''
  return hasPages(version.kind)
    ? 'Its pages are being prepared. Until they are there recipients see the version before it.'
    : 'It is being prepared. Until it is ready recipients get the version before it.'
}
