import { z } from 'zod'
import { rowsOnScreen } from '#server/rules/sharing/options.ts'

const chosen = z
  .array(z.string().max(100))
  .min(1, 'Select at least one file.')
  .max(rowsOnScreen, `Select up to ${rowsOnScreen} files at a time.`)

/** The labels of the buttons under the list of sent files: text browsers show the value. */
export const sentActs = ['Unshare', 'Share again', 'Download as ZIP', 'Delete …'] as const
export const trashActions = ['Restore', 'Delete permanently …'] as const

/** The selected rows of a list, and what to do with them. */
export const sentBulkForm = z.object({ share: chosen, act: z.enum(sentActs) })
export const trashBulkForm = z.object({ share: chosen, act: z.enum(trashActions) })

/** The same rows again, after the consequences were shown. */
export const chosenForm = z.object({ share: chosen })

export const sendAgainForm = z.object({ to: z.enum(['unopened', 'all'], 'Select who gets the link again.') })
