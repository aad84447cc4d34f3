import { z } from 'zod'
import { tierKeys } from '#server/rules/product/plans.ts'

const whole = (most: number, text: string) =>
  z
    .string()
    .trim()
    .regex(/^\d*$/, text)
    .transform((typed) => (typed === '' ? null : Number(typed)))
    .refine((count) => count === null || (count >= 1 && count <= most), text)
    .default(null)

/** Empty numbers mean no limit. */
export const signupCodeForm = z.object({
  tier: z.enum(['', ...tierKeys]).default(''),
  uses: whole(1_000_000, 'Enter a whole number from 1 to 1,000,000, or nothing for any number.'),
  days: whole(3650, 'Enter a whole number from 1 to 3650, or nothing for no end.'),
  note: z.string().max(200, 'Shorten the note to 200 characters or fewer.').default(''),
})
