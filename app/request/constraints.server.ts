import { z } from 'zod'
import { isRequiredInBrowser } from '#server/http/required-in-browser.ts'

/** What a browser itself can enforce in one field. */
export type Constraint = { required: boolean; minLength?: number; maxLength?: number }

/** The constraints of forms, by intent and by field. */
export type Constraints = Record<string, Record<string, Constraint>>

const known = new WeakMap<z.ZodType, Record<string, Constraint>>()

/**
 * What browsers check in these forms before they send them, as their schemas say. A loader answers it as `constraints`,
 * and the fields of its page take it from there: plain data, as no schema goes to a browser.
 */
export function constraintsOf(forms: Record<string, z.ZodType>): Constraints {
  return Object.fromEntries(Object.entries(forms).map(([intent, form]) => [intent, ofForm(form)]))
}

/** The same for forms with their actions. */
export function constraintsIn(intents: Record<string, { schema: z.ZodType }>): Constraints {
  return constraintsOf(
    Object.fromEntries(Object.entries(intents).map(([name, { schema }]) => [name, schema])),
  )
}

function ofForm(form: z.ZodType): Record<string, Constraint> {
  const found = known.get(form) ?? read(form)
  known.set(form, found)
  return found
}

function read(form: z.ZodType): Record<string, Constraint> {
  if (!(form instanceof z.ZodObject)) return {}
  // Zod's own description: conform's getZodConstraint finds no lengths in schemas of this Zod version.
  const { properties = {} } = z.toJSONSchema(form, { io: 'input', unrepresentable: 'any' })
  return Object.fromEntries(
    Object.entries(form.shape).map(([name, field]) => {
      const { minLength, maxLength } = (properties[name] ?? {}) as Omit<Constraint, 'required'>
      // A field is required where the form is refused without it, or where browsers are to ask for it.
      const required = isRequiredInBrowser(field) || !z.safeParse(field, undefined).success
      return [name, { required, ...(minLength && { minLength }), ...(maxLength && { maxLength }) }]
    }),
  )
}
