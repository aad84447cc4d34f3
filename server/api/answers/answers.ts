import { z } from 'zod'
import type { CallName } from '#server/api/table.ts'
import { accountAnswers } from './account.ts'
import type { AnswerShapes } from './answer-shapes.ts'
import { roomAnswers } from './rooms.ts'
import { shareAnswers } from './shares.ts'

const shapes: AnswerShapes = { ...accountAnswers, ...shareAnswers, ...roomAnswers }

/** What a call answers besides StatusCode and StatusMessage; null for a file, or a text. */
export function answerOf(name: CallName): z.ZodObject | null {
  const shape = shapes[name]
  return shape ? z.object(shape) : null
}
