import type { Submission, SubmissionResult } from '@conform-to/react'
import type { z } from 'zod'
import { Problem } from '#server/rules/problems.ts'
import type { RefusedFile } from './context.ts'

export type FieldErrors = Record<string, string[]>
/** Errors by field; those of the whole form have an empty name. */
type SubmissionErrors = NonNullable<SubmissionResult['error']>

/** What to say about files that did not arrive: by name, if there could be several. */
export function errorsOfFiles(refused: readonly RefusedFile[]): FieldErrors {
  const errors: FieldErrors = {}
  for (const { field, name, problem } of refused) (errors[field] ??= []).push(`${name}: ${problem.text}`)
  return errors
}

/** What a problem and those found with it say of fields. Throws what is no such problem. */
export function errorsOf(error: unknown): FieldErrors {
  if (!(error instanceof Problem && error.field)) throw error
  return Object.fromEntries(
    [error, ...error.others].flatMap(({ field, text }) => (field ? [[field, [text]]] : [])),
  )
}

/** In the order of the form, which is that of its summary. A chosen file is not among its fields: it comes first. */
export function inOrder(errors: SubmissionErrors, form: FormData): SubmissionErrors {
  const fields = [...form.keys()]
  return Object.fromEntries(
    Object.entries(errors).toSorted(([one], [other]) => fields.indexOf(one) - fields.indexOf(other)),
  )
}

/** What can be read of a form without the fields that its schema refuses; null if it needs them. */
export function readablePart(schema: z.ZodType, submission: Submission<unknown>): unknown {
  const refused = Object.keys(submission.reply().error ?? {})
  const rest = Object.entries(submission.payload).filter(([field]) => !refused.includes(field))
  return schema.safeParse(Object.fromEntries(rest)).data ?? null
}
