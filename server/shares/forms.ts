import { z } from 'zod'
import {
  longestMessage,
  watermarkColours,
  watermarkSizes,
  visibilityChoices,
  type Choice,
} from '#server/rules/options.ts'
import { passkeyFields } from './passkey-forms.ts'

function oneOf<Value extends string>(choices: Choice<Value>[], standard: Value) {
  return z.enum(choices.map((choice) => choice.value) as [Value, ...Value[]]).catch(standard)
}

/** Text browsers post an empty value for an untouched choice, so every choice has a standard. */
export const shareForm = z.object({
  file: z.string().optional(),
  visibility: oneOf(visibilityChoices, 'people'),
  ...passkeyFields,
  recipients: z
    .string()
    .max(20_000, 'That list is too long. Add at most 100 addresses at a time.')
    .optional(),
  // Browsers write a line end as two characters: how long it really is, is measured when the text is tidied.
  message: z
    .string()
    .max(10 * longestMessage, `The message may have at most ${longestMessage} characters. Shorten it.`)
    .optional(),
  download: z.enum(['yes', 'no']).catch('no'),
  print: z.enum(['yes', 'no']).catch('no'),
  watermark: z.enum(['on', 'off']).catch('on'),
  watermarkSize: oneOf(watermarkSizes, 'small'),
  watermarkColour: oneOf(watermarkColours, 'grey'),
  expiry: z.enum(['off', 'date', 'destruct']).catch('off'),
  expiryDate: z.string().max(40, 'Give a date like 2027-03-01.').optional(),
  expiryTime: z.string().max(20, 'Give a time like 17:30.').optional(),
  destructAmount: z.string().max(10, 'Give a whole number from 1 to 60.').optional(),
  destructUnit: z.enum(['minutes', 'hours']).catch('minutes'),
})

export type ShareForm = z.output<typeof shareForm>

/** A file that is sent ahead of its form. */
export const uploadForm = z.object({ file: z.string().optional() })
