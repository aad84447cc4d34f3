import { z } from 'zod'
import { secret } from '#server/http/secret.ts'

/** The forms for two-step verification. */
const twoFactorCode = secret(
  z
    .string({ error: 'Enter the code.' })
    .max(100, 'That’s too long for a code. Enter the six digits from your app, or a recovery code.'),
)

export const twoFactorCodeForm = z.object({ twoFactorCode })

export const endByPasswordForm = z.object({
  password: secret(z.string({ error: 'Enter your password.' }).max(1000, 'Use at most 200 characters.')),
})

/** `offCode` is such a code too, beside the field of another form on the same page. */
export const endByCodeForm = z.object({ offCode: twoFactorCode })
