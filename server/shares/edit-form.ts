import { z } from 'zod'
import type { Protections } from '#server/rules/sharing/options.ts'
import { endValues, type EndValues } from './sending/form-values.ts'
import { peopleField, protectionFields, messageField } from './sending/forms.ts'
import { protectionsOf } from './protections.ts'

/** The share form for an existing share: without the file, with the name, and with the state that was seen. */
export const editForm = z.object({
  ...protectionFields,
  recipients: peopleField,
  message: messageField,
  revision: z.coerce.number().int(),
  name: z.string().max(1000, 'This name is too long. Shorten it.').optional(),
  /** The guids of people whose access is removed. */
  remove: z.array(z.string().max(100)).max(1000).optional(),
})

export type EditForm = z.output<typeof editForm>

/**
 * The protections that an edit requests. An unchanged end stays, to the millisecond, even if it could no longer be
 * selected. Throws a Problem on the field at fault.
 */
export function editedProtections(
  form: EditForm,
  before: Protections,
  timeZone: string,
  now: number,
): Protections {
  if (!isLeft(form, endValues(before, timeZone))) return protectionsOf(form, timeZone, now)
  const { destructSeconds, expiresAt } = before
  return { ...protectionsOf({ ...form, expiry: 'off' }, timeZone, now), destructSeconds, expiresAt }
}

function isLeft(form: EditForm, shown: EndValues): boolean {
  if (form.expiry !== shown.expiry) return false
  if (form.expiry === 'date')
    return isSame(form.expiryDate, shown.expiryDate) && isSame(form.expiryTime, shown.expiryTime)
  if (form.expiry === 'destruct')
    return isSame(form.destructAmount, shown.destructAmount) && form.destructUnit === shown.destructUnit
  return true
}

function isSame(typed: string | undefined, shown: string): boolean {
  return (typed ?? '').trim() === shown
}
