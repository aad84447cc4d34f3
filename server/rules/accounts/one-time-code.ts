/**
 * The six digits that someone entered or pasted, however grouped: white space and invisible characters are dropped.
 * Null for anything else.
 */
export function oneTimeCode(text: string): string | null {
  const code = text.replace(/[\s\p{Cf}]/gu, '')
  return /^[0-9]{6}$/.test(code) ? code : null
}
