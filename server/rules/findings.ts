import { Problem } from './problems.ts'

/** What several checks refuse, each on a field, so that a form can show all of it at once: one for each field. */
export class Findings {
  readonly #found: Problem[] = []

  add(problem: Problem): void {
    for (const one of [problem, ...problem.others])
      if (!this.#found.some(({ field }) => field === one.field)) this.#found.push(one)
  }

  /** What the check answers, or `otherwise` if it refuses a field. Throws what is not about a field. */
  check<Value, Otherwise>(check: () => Value, otherwise: Otherwise): Value | Otherwise {
    try {
      return check()
    } catch (error) {
      this.#keep(error)
      return otherwise
    }
  }

  /** The same for a check that takes time. */
  async wait<Value, Otherwise>(
    check: () => Promise<Value>,
    otherwise: Otherwise,
  ): Promise<Value | Otherwise> {
    try {
      return await check()
    } catch (error) {
      this.#keep(error)
      return otherwise
    }
  }

  /** Throws the first of them with the others. */
  throwAny(): void {
    const [first, ...others] = this.#found
    if (!first) return
    const { problem, field, text, wait } = first
    throw new Problem(problem, { text, others, ...(field && { field }), ...(wait && { wait }) })
  }

  #keep(error: unknown): void {
    if (!(error instanceof Problem && error.field)) throw error
    this.add(error)
  }
}
