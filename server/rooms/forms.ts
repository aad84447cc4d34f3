import { z } from 'zod'
import { requiredInBrowser } from '#server/http/required-in-browser.ts'
import { maxRoomDescriptionLength, maxRoomNameLength } from '#server/rules/rooms/room-roles.ts'
import { protectionFields } from '#server/shares/sending/forms.ts'

/** Texts whose real length is measured when they are tidied: browsers write a line end as two characters. */
export const roomTextFields = {
  name: requiredInBrowser(
    z
      .string()
      .max(10 * maxRoomNameLength, `Shorten this to ${maxRoomNameLength} characters or fewer.`)
      .default(''),
  ),
  description: z
    .string()
    .max(10 * maxRoomDescriptionLength, `Shorten this to ${maxRoomDescriptionLength} characters or fewer.`)
    .optional(),
}

export const newRoomForm = z.object({
  ...roomTextFields,
  version: z.enum(['1', '2']).catch('2'),
})

/** The settings of a room as a whole; text browsers post an empty value for an untouched choice. */
export const roomSettingsForm = z.object({
  ...roomTextFields,
  ...z.object(protectionFields).pick({
    download: true,
    print: true,
    readText: true,
    watermark: true,
    watermarkSize: true,
    watermarkColour: true,
    watermarkText: true,
    showWatermark: true,
    expiry: true,
    expiryDate: true,
    expiryTime: true,
    destructAmount: true,
    destructUnit: true,
    terms: true,
    termsText: true,
    termsAgain: true,
    tellAcceptance: true,
  }).shape,
  revision: z.coerce.number().int(),
  newFolders: z.enum(['inherit', 'hidden']).catch('inherit'),
  arrange: z.enum(['own', 'all']).catch('own'),
  index: z.enum(['yes', 'no']).catch('yes'),
  comments: z.enum(['off', 'shared']).catch('off'),
  news: z.enum(['all', 'nobody', 'later']).catch('later'),
  tellEntry: z.string().max(10).optional(),
})

export type RoomSettingsForm = z.output<typeof roomSettingsForm>
