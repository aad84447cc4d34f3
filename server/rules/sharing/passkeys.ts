import { passwordProblem, passwordStrength, type PasswordContext } from '#server/rules/accounts/passwords.ts'

/** What a passkey can protect: the maximum size, and the extensions of its six types. */
export const largestPasskeyFile = 30_000_000
export const passkeyTypes = ['PDF', 'PNG', 'JPG', 'JPEG', 'BMP', 'GIF'] as const

const passkeyMediaTypes = new Set(['application/pdf', 'image/png', 'image/jpeg', 'image/bmp', 'image/gif'])

export const shortestPasskey = 8

/** As it is compared: leading and trailing spaces do not count, spaces between words do. */
export function composedPasskey(typed: string): string {
  return typed.trim().normalize('NFC')
}

/** Why a passkey is refused, in words, or null. The rule is that of passwords, except for the length. */
export function passkeyProblem(passkey: string, person: Omit<PasswordContext, 'minLength' | 'noun'>) {
  return passwordProblem(composedPasskey(passkey), { ...person, minLength: shortestPasskey, noun: 'passkey' })
}

/** Whether no one guesses it, from however many networks: three unrelated words, or as much in other characters. */
export function isVeryStrongPasskey(passkey: string): boolean {
  return passwordStrength(composedPasskey(passkey), { minLength: shortestPasskey }).isVeryStrong
}

/** Why a file cannot be protected with a passkey, in words that say what to do, or null; `size` in bytes. */
export function passkeyFileProblem(file: { mediaType: string; size: number }): string | null {
  const { mediaType, size } = file
  const wayOut = 'Choose "Only people I specify" for this file, or another file.'
  const types = passkeyTypes.join(', ')
  if (!passkeyMediaTypes.has(mediaType))
    return `A passkey can only protect these file types: ${types}. ${wayOut}`
  if (size <= largestPasskeyFile) return null
  return `A passkey can protect files of at most ${bytes(largestPasskeyFile)}; this one has ${bytes(size)}. ${wayOut}`
}

// To the byte: rounded, a size just above the limit would look allowed.
function bytes(count: number): string {
  return `${count.toLocaleString('en-US')} bytes`
}
