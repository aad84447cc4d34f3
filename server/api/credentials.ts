/** What a program sends to sign in. */
export type Credentials = { email: string; password: string; isRemembered: boolean }

/**
 * Reads the Credentials of `POST /v2/account/token`: `***1` (remember me) or `***0`, then address and
 * password joined by a colon, in base64, reversed. It is encoding and no protection, so the same is accepted
 * plain. Null if unreadable.
 */
export function readCredentials(text: string): Credentials | null {
  const [, flag = '0', rest = ''] = /^(?:\*\*\*([01]))?(.*)$/s.exec(text) ?? []
  // No base64 has a colon.
  const plain = rest.includes(':')
    ? rest
    : Buffer.from([...rest].reverse().join(''), 'base64').toString('utf8')
  const colon = plain.indexOf(':')
  if (colon < 1) return null
  return { email: plain.slice(0, colon).trim(), password: plain.slice(colon + 1), isRemembered: flag === '1' }
}

/** As a program writes them. */
export function writeCredentials({ email, password, isRemembered }: Credentials): string {
  const name = email.includes('@') ? email.trim().toLowerCase() : email.trim()
  const encoded = Buffer.from(`${name}:${password}`).toString('base64')
  return `***${isRemembered ? 1 : 0}${[...encoded].reverse().join('')}`
}
