import { z } from 'zod'

const fields = z.registry<{ isRequiredInBrowser: true }>()

/**
 * Marks a field that its form accepts empty, but that browsers require wherever a page shows it: a page that does not
 * need it does not show it, or the service says in its own words what is missing.
 */
export function requiredInBrowser<Field extends z.ZodType>(field: Field): Field {
  fields.add(field, { isRequiredInBrowser: true })
  return field
}

/** Of a field as it is in its form. */
export function isRequiredInBrowser(field: z.core.$ZodType): boolean {
  return fields.has(field)
}
