import { emailAddress } from '#server/rules/accounts/email.ts'

/** The token of those who watch the server; throws an Error if it is too short. */
export function metricsToken({ METRICS_TOKEN: text }: NodeJS.ProcessEnv): string | null {
  if (text && text.length < 16) throw new Error('METRICS_TOKEN must have at least 16 characters.')
  return text || null
}

/** Who gets each signed head of the audit trail; throws an Error for what is no address. */
export function auditAddress({ AUDIT_EMAIL: text }: NodeJS.ProcessEnv): string | null {
  const address = text ? emailAddress(text) : null
  if (text && !address) throw new Error(`AUDIT_EMAIL must be an email address; it is "${text}".`)
  return address
}
