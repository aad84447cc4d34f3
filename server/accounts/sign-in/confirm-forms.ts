import { z } from 'zod'
import { secret } from '#server/http/secret.ts'

const password = secret(z.string({ error: 'Enter your password.' }).max(1000, 'Use at most 200 characters.'))
const code = secret(
  z
    .string({ error: 'Enter the code.' })
    .max(100, 'That’s too long for a code. Enter the six digits from your app, or a recovery code.'),
)

/** For an account without two-step verification, and with it. */
export const confirmForms = {
  password: z.object({ password }),
  both: z.object({ password, twoFactorCode: code }),
} as const
