import { trashDays, trashDaysLeft } from '#server/rules/sharing/trash.ts'
import { counted, recentTime } from '#server/rules/text/format.ts'

/** When something was moved to the trash, and how long it stays there, ready to display. */
export function inTrash(binnedAt: number, { timeZone, now }: { timeZone: string; now: number }) {
  return {
    deletedAt: recentTime(binnedAt, timeZone, now),
    left: `${counted(trashDaysLeft(binnedAt, now), 'day')} left`,
  }
}

/** What deleting means, shown before it is done. */
export const trashConsequences = [
  'Access ends at once, as if you’d unshared it. People reading it now lose access at the next page.',
  `It stays in trash for ${trashDays} days. Until then you can restore it.`,
  'After that it’s deleted permanently, with its recipients, comments and activity, and its storage is freed.',
]

/** What permanently deleting means. */
export const erasureConsequences = [
  'The file is deleted with all its versions, recipients, comments and activity.',
  'This can’t be undone, not even by your administrator.',
  'A file used in another share is kept for that share.',
]

export const trashExplained = `Deleted files stay here for ${trashDays} days, closed to everyone. Then they’re deleted permanently.`
