import type { Database, Transaction } from '#server/db/open.ts'
import { maxFilesPerForm } from '#server/rules/sharing/options.ts'
import { maxCopied } from './copy-limits.ts'
import { countStates, type CopyItemRow, type CopyRow } from './copy-rows.ts'

export type CopyCounts = Record<CopyItemRow['state'], number> & { all: number }

/** How many files and folders can be chosen by themselves. */
export const maxChosen = 1000

const noCounts: CopyCounts = {
  chosen: 0,
  waiting: 0,
  copying: 0,
  done: 0,
  failed: 0,
  skipped: 0,
  cancelled: 0,
  all: 0,
}

/** How many items a copy can begin with. */
export function maxOf(copy: CopyRow): number {
  if (copy.item_guid !== null || copy.share_guid !== null) return 1
  return Math.min(copy.room_guid === null ? maxFilesPerForm : maxChosen, maxCopied)
}

/** What someone reads who chose more. */
export function tooManyFor(copy: CopyRow): string {
  const most = maxOf(copy)
  if (most === 1) return 'Choose one file: it becomes the next version.'
  return copy.room_guid === null
    ? `You can share up to ${most} files at once. Clear some of the checkboxes.`
    : `You can choose up to ${most} files and folders at once. Choose the folder that contains them, or add the others afterwards.`
}

/** How many items a copy has, in all and by state. */
export async function countsOf(kysely: Database['kysely'] | Transaction, copy: string): Promise<CopyCounts> {
  const counts = { ...noCounts }
  for (const { state, count } of await countStates(kysely, copy)) {
    counts[state] += count
    counts.all += count
  }
  return counts
}
