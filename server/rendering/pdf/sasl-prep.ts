const spaces = /[\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000]/g
const nothings = /\u00ad|\u034f|\u1806|[\u180b-\u180d]|[\u200b-\u200d]|\u2060|[\ufe00-\ufe0f]|\ufeff/gu

/** A password as entered, then as newer PDFs take it (SASLprep, RFC 4013), if that differs. */
export function passwordForms(password: string): string[] {
  const prepared = password.replace(nothings, '').replace(spaces, ' ').normalize('NFKC')
  return prepared === password ? [password] : [password, prepared]
}
