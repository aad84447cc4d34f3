import { z } from 'zod'
import { rowsOnScreen } from '#server/rules/sharing/options.ts'
import { takesFurther } from '#server/http/secret.ts'

/**
 * What the list of a folder posts to `rooms.arrange`: the intent `chosen` with `item` (once for each chosen row), `act`
 * (the button) and `revision` (of the folder). The answer leads to a page that asks further, whose address may also be
 * linked: `?act=rename&item=…`.
 */
export const arrangeActs = ['Download as ZIP', 'Move …', 'Copy …', 'Rename …', 'Move to trash …'] as const
/** The one for which nothing is arranged: it needs no more than being in the room. */
export const zipAct = arrangeActs[0]

const items = z
  .array(z.string().max(100))
  .min(1, 'Select at least one item.')
  .max(rowsOnScreen, `Select up to ${rowsOnScreen} items at once.`)
const item = z.string().max(100)

export const chosenItemsForm = z.object({ item: items, act: z.enum(arrangeActs) })
/** The intent `rename`: `item` and its new `name`. */
export const renameForm = z.object({ item, name: z.string('Enter a name.').max(1000) })
/** The intent `remove`: the same rows again, after the consequences were shown. */
export const removeForm = z.object({ item: items })

const placing = { item: items, to: item, same: z.enum(['keep', 'skip']).default('keep') }
/**
 * The intents `move` and `copy`: `to` is the folder; `seen` identifies what was shown about who gains and loses access.
 */
export const moveForm = z.object({ ...placing, seen: z.string().max(100).optional() })

/**
 * The intent `order`: for each row of the page its number as `place-` and its guid, and the number it had as `was-` and
 * its guid; `mark` identifies the list that was seen. The intent `orderStep` moves one `item` to `place`; `sort` sorts
 * all.
 */
export const orderForm = takesFurther(z.looseObject({ mark: z.string().max(100) }), /^(?:place|was)-/)
export const orderStepForm = z.object({ mark: z.string().max(100), item, place: z.coerce.number().int() })
export const sortForm = z.object({ mark: z.string().max(100) })

/** The rows whose number was changed. An invalid number leaves its row where it is. */
export function movesIn(fields: Record<string, unknown>): { guid: string; place: number }[] {
  return Object.entries(fields)
    .filter(([name]) => name.startsWith('place-'))
    .map(([name, value]) => ({ guid: name.slice('place-'.length), typed: String(value).trim() }))
    .filter(({ guid, typed }) => /^\d{1,9}$/.test(typed) && typed !== fields[`was-${guid}`])
    .slice(0, rowsOnScreen)
    .map(({ guid, typed }) => ({ guid, place: Number(typed) }))
}

export const itemTrashActions = ['Restore', 'Delete permanently …'] as const
export const itemTrashForm = z.object({ item: items, act: z.enum(itemTrashActions) })
