import { randomBytes } from 'node:crypto'
import { generateURI, ScureBase32Plugin, verifySync } from 'otplib'

/** Time-based codes (RFC 6238) as every app makes them: SHA-1, six digits, steps of 30 seconds. */
const period = 30
const secretBytes = 20
const base32 = new ScureBase32Plugin()

export function newTotpSecret(): Buffer {
  return randomBytes(secretBytes)
}

/** Whether a code without its spaces looks like one of these. */
export function isTotpCode(code: string): boolean {
  return /^[0-9]{6}$/.test(code)
}

/** The step that a code belongs to, if it is the one at `now` (epoch ms), the one before or the one after; or null. */
export function stepOfCode(secret: Buffer, code: string, now: number): number | null {
  if (!isTotpCode(code)) return null
  const epoch = Math.floor(now / 1000)
  const found = verifySync({ secret, token: code, epoch, epochTolerance: period, period })
  return found.valid && 'timeStep' in found ? found.timeStep : null
}

/** What an app reads from the QR code. Neither `issuer` nor `label` may contain a colon. */
export function totpAddress(secret: Buffer, { issuer, label }: { issuer: string; label: string }): string {
  return generateURI({ issuer, label, secret: base32.encode(secret) })
}

/** The secret for people who enter it: base32 in groups of four. */
export function typedSecret(secret: Buffer): string {
  return base32.encode(secret).replaceAll(/(.{4})(?=.)/g, '$1 ')
}
