import { counted } from '#server/rules/text/format.ts'
import { rowsOnScreen } from '#server/rules/sharing/options.ts'
import type { Outcome } from '#server/rooms/news/batch-rows.ts'
import { href, routes } from '#app/routes.ts'

/** The outcome for one file of a batch, ready to display. */
export type ArrivedLine = {
  place: number
  name: string
  state: string
  isAdded: boolean
  note: string
  /** The file's own page. */
  to: string | null
  /** Whether it has arrived and can be retried. */
  isRetried: boolean
  /** Whether it did not arrive, and has to be selected again. */
  isMissing: boolean
}

export function arrivedLine(
  { place, name, note, version, item_guid: item, file_guid: file }: Outcome & { place: number },
  { roomGuid, mayAdd }: { roomGuid: string; mayAdd: boolean },
): ArrivedLine {
  const isAdded = item !== null
  return {
    place,
    name,
    note,
    state: isAdded ? (version === 1 ? 'Added' : `Version ${version}`) : 'Not added',
    isAdded,
    to: isAdded ? href(routes.rooms.file, { RoomGuid: roomGuid, ShareGuid: item }) : null,
    isRetried: mayAdd && !isAdded && file !== null,
    isMissing: !isAdded && file === null,
  }
}

/** "3 files added", "2 of 3 files added". */
export function batchHeading(added: number, all: number): string {
  if (all === 0) return 'Folders added'
  const files = counted(all, 'file')
  return added === all ? `${files} added` : `${added} of ${files} added`
}

/** Those of a batch on one page: what was not added comes first, so that no one has to look for it. */
export function linesOn<Line extends Outcome>(lines: readonly Line[], page: number): Line[] {
  const missing = lines.filter(({ item_guid: item }) => item === null)
  const added = lines.filter(({ item_guid: item }) => item !== null)
  const ordered = lines.length > rowsOnScreen ? [...missing, ...added] : lines
  return ordered.slice(page * rowsOnScreen, (page + 1) * rowsOnScreen)
}
