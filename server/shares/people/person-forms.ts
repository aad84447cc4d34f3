import { z } from 'zod'

/** Which version is meant. */
export const versionForm = z.object({ number: z.coerce.number().int().min(1) })

export const viewOnlyForm = z.object({
  isViewOnly: z
    .enum(['yes', 'no'])
    .catch('yes')
    .transform((value) => value === 'yes'),
})

/** An end for one person; without a date there is none. */
export const ownEndForm = z.object({
  expiryDate: z.string().max(40, 'Enter a date like 2027-03-01.').optional(),
  expiryTime: z.string().max(20, 'Enter a time like 17:30.').optional(),
})
