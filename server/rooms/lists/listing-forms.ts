import { z } from 'zod'

/** The file of a folder that is to be rendered again. */
export const retryForm = z.object({ item: z.string().max(100) })
