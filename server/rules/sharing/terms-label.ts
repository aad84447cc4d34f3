/** The name of a text of terms. */
export function termsLabel(teamVersion: number | null): string {
  return teamVersion === null ? 'Your own text' : `Team terms, version ${teamVersion}`
}
