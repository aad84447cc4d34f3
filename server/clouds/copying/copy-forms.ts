import { z } from 'zod'
import { maxFilesInFolders } from '#server/rules/sharing/options.ts'

const id = z.string().min(1).max(300)

/** What a checkbox of the picker says, as JSON. The provider is asked again before anything is copied. */
export const pickedItem = z.object({
  id,
  kind: z.enum(['file', 'folder']),
  name: z.string().max(5000),
  bytes: z.number().nullable(),
})

export type PickedItem = z.output<typeof pickedItem>

/** A page of the picker: what it showed, and what of that is chosen now. */
export const pickForm = z.object({
  space: z.string().max(300).default(''),
  shown: z.array(id).max(maxFilesInFolders).default([]),
  pick: z.array(z.string().max(30_000)).max(maxFilesInFolders).default([]),
  words: z.string().max(200, 'Shorten the words.').default(''),
  sameName: z.enum(['version', 'both']).catch('version'),
  exportAs: z.enum(['pdf', 'office']).catch('pdf'),
  /** Where the buttons of the page lead, as JSON by their labels, and the one that was pressed. */
  places: z.string().max(500_000).default(''),
  go: z.string().max(6000).optional(),
  search: z.string().optional(),
  clear: z.string().optional(),
  start: z.string().optional(),
})

const placesOnPage = z.record(z.string(), z.string().max(20_000))

/** Where the button with this label leads: the query of the picker, or null. */
export function placeOf(places: string, label: string): string | null {
  const { success, data } = placesOnPage.safeParse(parsed(places))
  return success && Object.hasOwn(data, label) ? (data[label] ?? null) : null
}

/** The items that are chosen. Throws nothing: what cannot be read is not chosen. */
export function pickedIn(texts: readonly string[]): PickedItem[] {
  return texts.flatMap((text) => {
    const { success, data } = pickedItem.safeParse(parsed(text))
    return success ? [data] : []
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

/** The button of a cloud storage, by its label. */
export const fromCloudForm = z.object({ fromCloud: z.string().max(100) })

export const originForm = z.object({ isDaily: z.string().max(10).optional() })
