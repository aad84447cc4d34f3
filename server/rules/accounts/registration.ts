/** Who can create an account: anyone, people with a sign-up code, or no one. The operator's REGISTRATION. */
export const registrationModes = ['open', 'code', 'closed'] as const

export type RegistrationMode = (typeof registrationModes)[number]

/** Without letters that look like digits, so that a code can be read out and typed. */
export const codeLetters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const codeLength = 16

/** A sign-up code as it is compared: in any case, with or without its hyphens. Null for what cannot be one. */
export function signupCode(text: string): string | null {
  if (text.length > 100) return null
  const plain = text.normalize('NFKC').toUpperCase()
  const read = plain
    .replace(/[\s\p{Pd}\p{Cf}]/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return read.length === codeLength && [...read].every((letter) => codeLetters.includes(letter)) ? read : null
}

/** A code as it is shown to people: four groups of four. */
export function shownSignupCode(code: string): string {
  return code.match(/.{1,4}/g)?.join('-') ?? ''
}
