import { z } from 'zod'
import { secret } from '#server/http/secret.ts'

const typedPassword = secret(
  z.string({ error: 'Enter the document password.' }).max(500, 'Use at most 500 characters.'),
)

/** The password that a document itself requires. */
export const documentPasswordForm = z.object({ documentPassword: typedPassword })

/** The same with a file that is sent. */
export const documentPasswordField = {
  documentPassword: typedPassword
    .refine((typed) => !typed.includes('\0'), 'This password contains a character that passwords can’t have.')
    .optional(),
}

/** Whether tracked changes are to be shown. */
export const changesForm = z.object({ shows: z.enum(['yes', 'no']) })

/** `revision` is the state of the share that was seen. */
export const asDownloadForm = z.object({ revision: z.coerce.number().int() })
