import { z } from 'zod'
import { requiredInBrowser } from '#server/http/required-in-browser.ts'
import {
  maxMessageLength,
  maxNoteLength,
  maxNoteTitleLength,
  maxPresetNameLength,
  maxPrints,
  watermarkColours,
  watermarkSizes,
  visibilityChoices,
  type Choice,
} from '#server/rules/sharing/options.ts'
import { maxTermsLength } from '#server/rules/sharing/terms.ts'
import { passkeyFields, typedPasskey } from '#server/shares/passkeys/passkey-forms.ts'
import { documentPasswordField } from '#server/shares/versions/render-failure-forms.ts'

function oneOf<Value extends string>(choices: Choice<Value>[], standard: Value) {
  return z.enum(choices.map((choice) => choice.value) as [Value, ...Value[]]).catch(standard)
}

/** A text whose real length is measured when it is tidied: browsers write a line end as two characters. */
function textUpTo(max: number, what: string) {
  return z.string().max(10 * max, `The ${what} can have up to ${max} characters. Shorten it.`)
}

const choice = z.enum(['yes', 'no'])
const box = z.string().max(10).optional()

/**
 * How a file is protected, as form fields. Text browsers post an empty value for an untouched choice, so every choice
 * has a default.
 */
export const protectionFields = {
  visibility: oneOf(visibilityChoices, 'people'),
  download: choice.catch('no'),
  print: choice.catch('no'),
  printCount: z.string().max(10, `Enter a whole number of copies, from 0 to ${maxPrints}.`).optional(),
  watermark: z.enum(['on', 'off']).catch('on'),
  watermarkSize: oneOf(watermarkSizes, 'small'),
  watermarkColour: oneOf(watermarkColours, 'grey'),
  watermarkText: z.string().max(1000, 'Shorten the watermark text.').optional(),
  expiry: z.enum(['off', 'date', 'destruct']).catch('off'),
  expiryDate: z.string().max(40, 'Enter a date like 2027-03-01.').optional(),
  expiryTime: z.string().max(20, 'Enter a time like 17:30.').optional(),
  destructAmount: z.string().max(10, 'Enter a whole number from 1 to 60.').optional(),
  destructUnit: z.enum(['minutes', 'hours']).catch('minutes'),
  reminds: box,
  pageInEmail: box,
  forward: choice.catch('no'),
  webView: choice.catch('yes'),
  readText: choice.catch('no'),
  askName: choice.catch('no'),
  terms: z.enum(['off', 'team', 'custom']).catch('off'),
  termsText: textUpTo(maxTermsLength, 'terms').optional(),
  termsAgain: choice.catch('yes'),
  tellAcceptance: box,
  /** Pressed to see the watermark: the form comes back as it is. */
  showWatermark: z.string().optional(),
}

/** People as entered or pasted, and the message to them. */
export const peopleField = z
  .string()
  .max(50_000, 'That list is too long. Add at most 100 addresses at a time.')
  .optional()
export const messageField = textUpTo(maxMessageLength, 'message')
  .meta({ maxLength: maxMessageLength })
  .optional()

export const protectionForm = z.object(protectionFields)
export type ProtectionForm = z.output<typeof protectionForm>

const title = z.string().max(1000, 'Shorten the title.').meta({ maxLength: maxNoteTitleLength })

/** A note that is written here. */
export const noteFields = {
  noteTitle: requiredInBrowser(title.optional()),
  noteText: requiredInBrowser(textUpTo(maxNoteLength, 'note').optional()),
}

const presetName = z
  .string({ error: 'Enter a name.' })
  .max(1000, 'Shorten the name.')
  .meta({ maxLength: maxPresetNameLength })

export const shareForm = z.object({
  ...protectionFields,
  ...passkeyFields,
  ...documentPasswordField,
  /** Ids of files that have arrived; the upload door puts them in the place of the files. */
  file: requiredInBrowser(z.array(z.string().max(100)).max(100, 'Share fewer files at once.').default([])),
  /** Where the content comes from: uploaded files, or a note typed here. */
  source: z.enum(['file', 'note']).catch('file'),
  ...noteFields,
  recipients: peopleField,
  /** People of earlier shares that were ticked. */
  to: z.array(z.string().max(1000)).max(100, 'Select fewer people at once.').default([]),
  message: messageField,
  presetName: presetName.optional(),
  /** Which button was pressed, where it was not the one that sends. */
  check: z.string().optional(),
  savePreset: z.string().optional(),
  /** The preset that was pressed, by name, or the strictest settings: the form comes back with those choices. */
  preset: z.string().max(1000).optional(),
  noPreset: z.string().optional(),
  /** The cloud storage from which files are chosen next, by its label. */
  fromCloud: z.string().max(100).optional(),
})

export type ShareForm = z.output<typeof shareForm>

/** Another version of a file, with the passkey of the share if it has one. */
export const newVersionForm = z.object({
  file: requiredInBrowser(z.string().optional()),
  passkey: requiredInBrowser(typedPasskey()),
  ...documentPasswordField,
})

/** A file that is sent ahead of its form. */
export const uploadForm = z.object({ file: requiredInBrowser(z.string().optional()) })

export const presetNameForm = z.object({ presetName })
