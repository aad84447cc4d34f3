import { z } from 'zod'

/** The password that a PDF itself asks for. */
export const documentPasswordForm = z.object({
  documentPassword: z
    .string({ error: 'Type the password that the document asks for.' })
    .max(500, 'A password has at most 500 characters.'),
})

/** Whether tracked changes are to be shown. */
export const changesForm = z.object({ shows: z.enum(['yes', 'no']) })

/** `revision` is the state of the share that was seen. */
export const asDownloadForm = z.object({ revision: z.coerce.number().int() })
