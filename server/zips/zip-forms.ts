import { z } from 'zod'
import { rowsOnScreen } from '#server/rules/sharing/options.ts'

/** The intent `zip` of `rooms.zip`: `item` once for each item, or the room itself. */
export const zipItemsForm = z.object({
  item: z
    .array(z.string().max(100))
    .min(1, 'Select at least one item.')
    .max(rowsOnScreen, `Select up to ${rowsOnScreen} items at once.`),
})

/** The intent `zip` of a list of received files: `share` once for each ticked row. */
export const zipSharesForm = z.object({
  share: z
    .array(z.string().max(100))
    .min(1, 'Select at least one file.')
    .max(rowsOnScreen, `Select up to ${rowsOnScreen} files at a time.`),
})
