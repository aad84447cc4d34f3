import { z } from 'zod'
import { cloudNames } from '#server/rules/files/clouds.ts'

export const disconnectCloudForm = z.object({ cloud: z.enum(cloudNames) })
