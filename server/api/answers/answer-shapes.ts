import type { z } from 'zod'
import type { CallName } from '#server/api/table.ts'

/** The fields of answers by call; one that answers a file has none. */
export type AnswerShapes = Partial<Record<CallName, Record<string, z.ZodType>>>
