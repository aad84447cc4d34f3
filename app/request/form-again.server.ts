import type { Problem } from '#server/rules/problems.ts'

/**
 * What an action answers while nothing is final yet: the form comes back as it was filled in, with this beside it, and
 * with what was refused although something of the form is kept.
 */
export class FormAgain {
  readonly shown: unknown
  readonly refused: Problem | null

  constructor(shown?: unknown, refused: Problem | null = null) {
    this.shown = shown
    this.refused = refused
  }
}
