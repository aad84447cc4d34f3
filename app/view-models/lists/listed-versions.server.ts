import { midSentence, counted, fileSize, recentTime, shownTime } from '#server/rules/text/format.ts'
import { kindName } from '#server/rules/sharing/file-contradictions.ts'
import { hasPages, isShown } from '#server/rules/files/files.ts'
import type { ShareRow } from '#server/shares/rows.ts'
import type { Version } from '#server/shares/versions/versions.ts'
import type { VersionReader } from '#server/tracking/tracking.ts'
import { href, routes } from '#app/routes.ts'
import type { ListedVersion } from '#app/ui/tables/version-table.tsx'
import { renderReason } from '#server/rules/files/render-reason.ts'

/** Names on the page; a link may have very many visitors. */
const maxNamed = 20

/** A version of a shared file, ready to display. */
export function listedVersion(
  version: Version,
  share: ShareRow,
  readers: VersionReader[],
  timeZone: string,
  now: number,
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
    facts: isKept ? versionFacts(version) : sizeText(version),
    at: midSentence(recentTime(version.created_at, timeZone, now)),
    state: isKept ? versionState(version, isCurrent, 'Encrypting') : { words: 'File removed', tone: 'soft' },
    note: noteOf(version, isCurrent, timeZone),
    people: seenBy(readers),
    look: hasPages(version.kind) ? 'Read' : 'Play',
    viewHref: isKept && isSeen ? href(routes.reading.view, { ShareGuid: share.guid }, query) : null,
    downloadHref: isKept ? href(routes.reading.download, { ShareGuid: share.guid }, query) : null,
    mayBeCurrent: isKept && !isCurrent && (isRendered || share.is_web_view === 0),
  }
}

function seenBy(readers: VersionReader[]): string {
  const named = readers.slice(0, maxNamed).map(({ email }) => email ?? 'Link visitors')
  const more = readers.length > maxNamed ? ` + ${readers.length - maxNamed} more` : ''
  return (named.join(', ') || 'No one') + more
}

/** What a version is, how large, and of how many pages. */
export function versionFacts(version: Pick<Version, 'kind' | 'size' | 'page_count'>): string {
  return `${kindName[version.kind]}, ${sizeText(version)}`
}

function sizeText({ size, page_count: pages }: Pick<Version, 'size' | 'page_count'>): string {
  return fileSize(size) + (pages > 0 ? `, ${counted(pages, 'page')}` : '')
}

/** Whether a version is shown; `preparing` says what happens to it until it can be. */
export function versionState(
  { render_status: status }: { render_status: string },
  isCurrent: boolean,
  preparing: string,
): ListedVersion['state'] {
  if (status === 'Error') return { words: 'Can’t be displayed', tone: 'bad' }
  if (status === 'In Progress') return { words: preparing, tone: 'warn' }
  return isCurrent ? { words: 'Shown now', tone: 'good' } : { words: 'Older', tone: 'soft' }
}

function noteOf(version: Version, isCurrent: boolean, timeZone: string): string {
  if (version.removed_at !== null)
    return `Removed on ${shownTime(version.removed_at, timeZone).text}, because newer versions replaced it.`
  if (version.render_status === 'Error') {
    const before = isCurrent ? '' : ' Recipients still see the previous version.'
    return `It can’t be displayed: ${renderReason(version.render_error)}.${before}`
  }
  if (!version.isWaiting) return ''
  return hasPages(version.kind)
    ? 'Its pages are being prepared. Until they’re ready, recipients see the previous version.'
    : 'It’s being prepared. Until it’s ready, recipients get the previous version.'
}
