import { z } from 'zod'

const fields = z.registry<{ isAsked: true }>()

/**
 * Marks a field that its form takes empty, and that browsers ask for wherever a page shows it: a page that does not need
 * it does not show it, or whoever does the work refuses in words of its own what is missing.
 */
export function asked<Field extends z.ZodType>(field: Field): Field {
  fields.add(field, { isAsked: true })
  return field
}

/** Of a field as it is in its form. */
export function isAsked(field: z.core.$ZodType): boolean {
  return fields.has(field)
}
