import { problems, type ProblemName } from '#server/rules/problems.ts'
import type { FormAnswer } from '#app/request/action.server.ts'

/**
 * Which state of a thing a form was filled in for. Someone who was shown by `problem` that there is a newer one has
 * seen that.
 */
export function seenRevision(answer: FormAnswer | undefined, now: string, problem: ProblemName): string {
  const isTold = answer?.result.error?.['']?.includes(problems[problem].text)
  const seen = answer?.result.initialValue?.['revision']
  return typeof seen === 'string' && !isTold ? seen : now
}
