import type { MissingLetters } from '#server/rendering/types.ts'

/** What was found in a document, when its pages were made, that its sender should know of. */
export type Findings = {
  /** It holds tracked changes. */
  changes?: boolean
  /** Fonts that it names and that are not here. */
  fonts?: string[]
  /** Pages on which letters stay blank. */
  letters?: MissingLetters
}

/** As it is kept with the file. */
export function keptFindings(findings: Findings): string {
  return Object.keys(findings).length === 0 ? '' : JSON.stringify(findings)
}

export function findingsOf(kept: string): Findings {
  return kept === '' ? {} : (JSON.parse(kept) as Findings)
}
