/**
 * The six digits that somebody typed or pasted, however grouped: white space is left out, what is invisible too
 * (specification 1 section 5). Null for anything else.
 */
export function oneTimeCode(text: string): string | null {
  const code = text.replace(/[\s\p{Cf}]/gu, '')
  return /^[0-9]{6}$/.test(code) ? code : null
}
