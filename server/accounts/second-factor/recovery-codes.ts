import { createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Crockford's 32 characters: O, I and L read from paper mean 0 or 1. Twelve of them are 60 bits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 12

export const recoveryCodeCount = 10

/** New codes as they are shown: `4G7K-92MX-Q0TD`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const characters = [...randomBytes(length)].map((byte) => alphabet[byte % alphabet.length])
    return characters.join('').replaceAll(/(.{4})(?=.)/g, '$1-')
  })
}

/**
 * What the database stores of a code, or null if the text is not such a code. The key comes from the account's own
 * encrypted secret: someone who steals only the database cannot try codes, and a key rotation changes nothing.
 */
export function hashOfRecoveryCode(secret: Buffer, typed: string): string | null {
  const code = typed.replaceAll(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  if (code.length !== length || [...code].some((character) => !alphabet.includes(character))) return null
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'strongroom recovery-codes', 32))
  return createHmac('sha256', key).update(code).digest('hex')
}
