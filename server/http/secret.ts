import { z } from 'zod'

const secrets = z.registry<{ isSecret: true }>()
const further = z.registry<{ names: RegExp }>()

/**
 * Marks what someone enters in a form as secret: no response of ours contains it, neither the refused form nor the page
 * from which it can be sent again.
 */
export function secret<Field extends z.ZodType>(field: Field): Field {
  secrets.add(field, { isSecret: true })
  return field
}

/** Marks a form that accepts fields beyond those it lists: their names say which of them are not secret. */
export function takesFurther<Form extends z.ZodObject>(form: Form, names: RegExp): Form {
  further.add(form, { names })
  return form
}

/** Whether what was posted under a name can be in the response: the form knows the field, and it is not secret. */
export function mayBeSentBack(form: z.ZodType, name: string): boolean {
  if (!(form instanceof z.ZodObject)) return false
  if (Object.hasOwn(form.shape, name)) return !isSecret(form.shape[name])
  return further.get(form)?.names.test(name) ?? false
}

/** The mark is found on what is wrapped as well: `secret(…).optional()`. */
function isSecret(field: z.core.$ZodType): boolean {
  if (secrets.get(field)) return true
  return Object.values(field._zod.def)
    .flat()
    .some((part) => part instanceof z.core.$ZodType && isSecret(part))
}
