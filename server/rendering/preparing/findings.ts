import type { MissingLetters } from '#server/rendering/types.ts'

/** What was found in a document during rendering that its sender should know. */
export type Findings = {
  /** It holds tracked changes. */
  changes?: boolean
  /** Fonts that it names and that are not installed. */
  fonts?: string[]
  /** Pages on which letters are blank. */
  letters?: MissingLetters
}

/** As it is stored with the file. */
export function keptFindings(findings: Findings): string {
  return Object.keys(findings).length === 0 ? '' : JSON.stringify(findings)
}

export function findingsOf(kept: string): Findings {
  return kept === '' ? {} : (JSON.parse(kept) as Findings)
}
