/** Whether an error is the program's own. Those of requests that failed have a cause. */
export function isOfProgram(error: Error): boolean {
  const kinds = [TypeError, RangeError, ReferenceError, SyntaxError]
  return error.cause === undefined && kinds.some((kind) => error instanceof kind)
}
