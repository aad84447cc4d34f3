import { z } from 'zod'
import { requiredInBrowser } from '#server/http/required-in-browser.ts'

const roomName = requiredInBrowser(
  z.string().max(1000, 'Enter the data room’s name exactly as shown.').default(''),
)

/** A form that confirms by the entered name that this very room is meant. */
export const roomNameForm = z.object({ roomName })

export const offerForm = roomNameForm.extend({
  email: requiredInBrowser(z.string().max(1000, 'Enter a valid email address.').default('')),
})

/** The name of a copy, and whether its members are invited immediately. */
export const copyForm = z.object({
  name: requiredInBrowser(z.string().max(1000, 'Shorten this to 30 characters or fewer.').default('')),
  invites: z.string().max(10).optional(),
})

export const reasonForm = z.object({
  reason: requiredInBrowser(z.string().max(5000, 'Shorten this to 500 characters or fewer.').default('')),
})
