import type { SignInProvider } from '#server/db/tables/identity-tables.ts'
import { emailAddress } from '#server/rules/accounts/email.ts'
import { accountName } from '#server/accounts/registering/names.ts'

/** Someone whom a provider has named to us, after everything it said was checked. */
export type VerifiedPerson = {
  provider: SignInProvider
  /** Who names the person, and how: together they identify them. Names and addresses change, these do not. */
  issuer: string
  subject: string
  /** In its canonical spelling, or null. */
  email: string | null
  /** Whether the issuer has verified that the address is this person's. */
  isEmailVerified: boolean
  /** Empty if the issuer gave no usable name. */
  firstName: string
  lastName: string
  /** The team whose own connection it was. */
  teamGuid?: string
}

/** What a provider said in its ID token, or at its userinfo address if the token has no email address. */
export type Claims = {
  issuer: string
  subject: string
  /** What the ID token itself contains. */
  token: Readonly<Record<string, unknown>>
  /** What came with the address: the same, or the userinfo response. */
  person: Readonly<Record<string, unknown>>
}

/** As OpenID Connect defines the claims (Core 1.0, section 5.1). */
export function standardPerson(
  provider: SignInProvider,
  { issuer, subject, person }: Claims,
): VerifiedPerson {
  const email = textOf(person, 'email')
  return {
    provider,
    issuer,
    subject,
    email: email === null ? null : emailAddress(email),
    isEmailVerified: isTrue(person['email_verified']),
    ...namesOf(person),
  }
}

const microsoftId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * As Microsoft documents its claims. The person is `tid` and `oid`; the issuer contains the tenant. Each tenant's
 * administrator can write any address into `email`: only `xms_edov` says that its domain was verified, so without it
 * the address is only a claim. Null for what Microsoft would not send, and people of other tenants than `only`.
 */
export function microsoftPerson(claims: Claims, only: string | null): VerifiedPerson | null {
  const { token, issuer } = claims
  const tenant = textOf(token, 'tid')
  const subject = textOf(token, 'oid')
  if (tenant === null || subject === null) return null
  if (!microsoftId.test(tenant) || !issuer.split('/').includes(tenant)) return null
  if (only !== null && tenant.toLowerCase() !== only) return null
  const own = { ...claims, subject, person: token }
  return { ...standardPerson('microsoft', own), isEmailVerified: isTrue(token['xms_edov']) }
}

// Some providers send flags as texts or numbers.
function isTrue(value: unknown): boolean {
  return value === true || value === 'true' || value === 1 || value === '1'
}

function textOf(claims: Readonly<Record<string, unknown>>, name: string): string | null {
  const value = claims[name]
  return typeof value === 'string' && value !== '' ? value : null
}

/** A name must be valid at registration: emails to others show it. */
function namesOf(claims: Readonly<Record<string, unknown>>): { firstName: string; lastName: string } {
  const whole = (textOf(claims, 'name') ?? '').trim().split(/\s+/)
  const first = textOf(claims, 'given_name') ?? whole[0] ?? ''
  const last = textOf(claims, 'family_name') ?? whole.slice(1).join(' ')
  return { firstName: accountName(first).name ?? '', lastName: accountName(last).name ?? '' }
}
