import { z } from 'zod'

/** Which upload is given up. */
export const cancelUploadForm = z.object({ upload: z.string().max(100) })
