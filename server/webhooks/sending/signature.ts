import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** A secret, as Standard Webhooks has it: 24 to 64 random bytes. */
export function newSecret(): Buffer {
  return randomBytes(32)
}

/** As its owner enters it in a library. */
export function secretText(secret: Buffer): string {
  return prefix + secret.toString('base64')
}

type Signed = { id: string; seconds: number; body: string }

/** `webhook-signature` by the specification of Standard Webhooks, one for each secret. */
export function signatures(secrets: readonly Buffer[], { id, seconds, body }: Signed): string {
  return secrets
    .map((secret) => `v1,${createHmac('sha256', secret).update(`${id}.${seconds}.${body}`).digest('base64')}`)
    .join(' ')
}
