import type { Arranged } from '#server/rooms/tree/arranging.ts'
import { counted } from '#server/rules/text/format.ts'
import { trashDays } from '#server/rules/sharing/trash.ts'

/** The name of an item in an answer if it is hidden or gone. */
export const unknownItem = 'No longer there'

/** What moves to the trash with the items, in sentences: as far as the actor sees it. */
export function removalConsequences(items: readonly Arranged[]): string[] {
  const files = items.reduce((sum, { files: inside }) => sum + inside, 0)
  const folders = items.reduce((sum, { folders: inside }) => sum + inside, 0)
  const what = [counted(files, 'file'), ...(folders > 0 ? [counted(folders, 'folder')] : [])].join(' and ')
  return [
    `${what} in all. No one can open them any more, including anyone reading them now.`,
    `You can restore them from this data room’s trash for ${trashDays} days.`,
  ]
}
