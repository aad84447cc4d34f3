import type { RequestContext } from '#app/request/loader.server.ts'
import { retryText } from '#app/view-models/lists/tried-again.server.ts'
import { kindName } from '#server/rules/sharing/file-contradictions.ts'
import { hasPages, isShown } from '#server/rules/files/files.ts'
import { fileSize, recentTime } from '#server/rules/text/format.ts'
import type { ItemFile } from '#server/rooms/tree/item-files.ts'
import { href, routes } from '#app/routes.ts'
import type { Fact } from '#app/ui/tables/facts.tsx'
import type { ListedVersion } from '#app/ui/tables/version-table.tsx'
import { versionFacts, versionState } from '#app/view-models/lists/listed-versions.server.ts'
import { renderReason } from '#server/rules/files/render-reason.ts'

/** The facts about a file in a room, by name. */
export function factsOfFile({ found, versions }: ItemFile, timeZone: string, now: number): Fact[] {
  const { item } = found
  const current = versions.find(({ number }) => number === item.version)
  if (!current) return []
  const pages = current.page_count > 0 ? [{ label: 'Pages', value: String(current.page_count) }] : []
  return [
    { label: 'Type', value: kindName[current.kind] },
    { label: 'Size', value: fileSize(current.size) },
    ...pages,
    { label: 'Added', value: recentTime(item.added_at, timeZone, now), note: `by ${item.added_by}` },
    ...(item.version > 1
      ? [
          {
            label: `Version ${item.version}`,
            value: recentTime(current.created_at, timeZone, now),
            note: `by ${current.added_by}`,
          },
        ]
      : []),
  ]
}

/** Why a file is not shown, or not yet; null if it is. */
export async function stateOfFile(
  context: RequestContext,
  { found, versions }: ItemFile,
): Promise<{ note: string; isFailed: boolean } | null> {
  const current = versions.find(({ number }) => number === found.item.version)
  if (!current || current.render_status === 'Rendered') return null
  if (current.render_status === 'In Progress')
    return {
      note:
        (await retryText(context, current.file_guid, true)) ??
        'Processing: the file is being encrypted and prepared. Reload this page in a moment.',
      isFailed: false,
    }
  return { note: `This file can’t be displayed: ${renderReason(current.render_error)}.`, isFailed: true }
}

/** The versions of a file in a room, ready to display. */
export function shownVersions(file: ItemFile, timeZone: string, now: number): ListedVersion[] {
  const { item } = file.found
  return file.versions.map((version) => {
    const isCurrent = version.number === item.version
    const isReady = version.render_status === 'Rendered' && isShown(version.kind, version.render_error)
    // Only people who manage the room see older versions; everyone reads the current one.
    const isOpen = isReady && (isCurrent ? file.found.powers.maySee : file.room.grants === 'all')
    const query = { version: isCurrent ? undefined : version.number }
    return {
      number: version.number,
      facts: versionFacts(version),
      people: version.added_by,
      at: recentTime(version.created_at, timeZone, now),
      state: versionState(version, isCurrent, 'Processing'),
      look: 'Open',
      viewHref: isOpen
        ? href(
            hasPages(version.kind) ? routes.reading.view : routes.reading.play,
            { ShareGuid: item.guid },
            query,
          )
        : null,
      mayBeCurrent: file.mayChange && !isCurrent,
    }
  })
}
