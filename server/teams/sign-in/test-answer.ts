import type { Kysely } from 'kysely'
import type { OpenIdReason } from '#server/accounts/identities/open-id.ts'
import { userByEmail } from '#server/accounts/user-rows.ts'
import type { VerifiedPerson } from '#server/accounts/identities/verified-person.ts'
import type { Schema } from '#server/db/schema.ts'
import { domainOf } from '#server/rules/accounts/email.ts'
import { domainsOf } from '#server/teams/domain-rows.ts'

/** What came back from a provider that was tested. */
export type TestAnswer = {
  /** What it would open, or what is wrong, in words. */
  words: string
  isGood: boolean
  email: string | null
  name: string
  /** What the provider itself said, by the names that it uses. */
  claims: [name: string, value: string][]
}

const maxClaims = 40
const longestValue = 300

/** What a sign-in as this person would do in the team, and what the provider said of them. */
export async function answerOf(
  kysely: Kysely<Schema>,
  teamGuid: string,
  person: VerifiedPerson,
  claims: readonly (readonly [string, string])[],
): Promise<TestAnswer> {
  const { email, firstName, lastName } = person
  const shared = {
    email,
    name: `${firstName} ${lastName}`.trim(),
    claims: claims
      .slice(0, maxClaims)
      .map(([name, value]): [string, string] => [name.slice(0, longestValue), value.slice(0, longestValue)]),
  }
  const bad = (words: string): TestAnswer => ({ ...shared, isGood: false, words })
  if (email === null) return bad('The provider sent no email address. Have it send one as “email”.')
  if (!person.isEmailVerified)
    return bad(`The provider says that ${email} isn’t verified, so they can’t sign in.`)
  const domains = await domainsOf(kysely, teamGuid)
  if (!domains.some(({ domain }) => domain === domainOf(email)))
    return bad(`${email} isn’t at a domain of the team, so they can’t sign in. Add the domain first.`)
  const account = await userByEmail(kysely, email)
  if (!account)
    return { ...shared, isGood: true, words: `It would create a new account for ${email} in the team.` }
  const isMember = account.team_guid === teamGuid && account.invite_status === 'Active'
  return {
    ...shared,
    isGood: true,
    words: isMember
      ? `It would open the account of ${account.email}.`
      : `It would open nothing for ${email}, whose account isn’t in the team. The provider itself works.`,
  }
}

/** An answer that was refused, with the reason. */
export function refusedAnswer(reason: string): TestAnswer {
  return { words: reason, isGood: false, email: null, name: '', claims: [] }
}

/** The claims of an ID token, or of what came with it, as texts. */
export function claimTexts(claims: Readonly<Record<string, unknown>>): [string, string][] {
  return Object.entries(claims).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
  ])
}

const samlLabels: Readonly<Record<string, string>> = {
  'Invalid signature':
    'The signature doesn’t match the certificates in the metadata, or the assertion itself isn’t signed.',
  'an algorithm that is not allowed': 'It is signed with SHA-1 or encrypted. Use SHA-256, and no encryption.',
  'SAML assertion audience mismatch':
    'It is meant for someone else. Check the entity ID entered at the provider.',
  'no confirmation for this recipient, request and time':
    'Recipient, request or time don’t match. Check the assertion consumer service entered at the provider, and its clock.',
  'another issuer': 'The provider calls itself something other than its metadata does.',
  'not valid now': 'It isn’t valid now. Check the clock of the provider.',
}

export function wordsOfSaml(reason: string): string {
  return samlLabels[reason] ?? `The provider’s answer was rejected: ${reason}.`
}

export function wordsOfOpenId({ isAway, message, error }: OpenIdReason): string {
  if (isAway) return `The provider didn’t answer as it should: ${message}.`
  if (error === 'invalid_client' || error === 'unauthorized_client')
    return 'The provider doesn’t accept the client ID or the client secret.'
  if (error === 'access_denied')
    return 'The provider didn’t let anyone in, or the sign-in there was cancelled.'
  return `The provider’s answer was rejected: ${error || message}.`
}
