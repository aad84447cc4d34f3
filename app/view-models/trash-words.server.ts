import { trashDays, trashDaysLeft } from '#server/rules/sharing/trash.ts'
import { counted, shownTime } from '#server/rules/text/format.ts'

/** When something was moved to the trash, and how long it stays there, ready to display. */
export function inTrash(binnedAt: number, { timeZone, now }: { timeZone: string; now: number }) {
  return {
    deletedAt: shownTime(binnedAt, timeZone),
    left: `${counted(trashDaysLeft(binnedAt, now), 'day')} left`,
  }
}

/** What deleting means, shown before it is done. */
export const trashConsequences = [
  'Recipients meet a closed page at once, as if it were unshared. Who is reading stops at the next page.',
  `It goes into the bin for ${trashDays} days. Until then you can put it back as it was.`,
  'After that it is erased for good, with its recipients, comments and activity, and its room is free.',
]

/** What permanently deleting means. */
export const erasureConsequences = [
  'The file goes with all its versions and pages, its recipients, comments and activity.',
  'Nobody can bring it back: not you, and not the person who runs this server.',
  'A file that another share shows too is kept for that one.',
]

export const trashExplained = `Deleted files wait here for ${trashDays} days, closed to everybody. Then they are erased for good.`
