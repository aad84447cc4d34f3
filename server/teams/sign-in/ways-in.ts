import type { Kysely } from 'kysely'
import { isManyTenants } from '#server/accounts/identities/open-id.ts'
import type { Schema } from '#server/db/schema.ts'
import { domainOf } from '#server/rules/accounts/email.ts'
import type { SignInMethod } from '#server/rules/accounts/sign-in-methods.ts'
import { connectionOf, type ConnectionRow } from '#server/teams/connection-rows.ts'
import { nameOf } from '#server/teams/people/administered.ts'

/** A member, with everything that decides by which methods they can sign in. */
export type MemberWays = {
  guid: string
  email: string
  name: string
  isOperator: boolean
  hasPassword: boolean
  /** The providers that open the account, the team's own among them. */
  providers: readonly string[]
  /** Whether the team's own provider may say who they are, by their address. */
  isInDomain: boolean
}

/** `withPassword`: once they have set a password, by the link that "Forgot your password?" sends. */
export type WayIn = 'open' | 'withPassword' | 'none'

/**
 * The members of a team who are not suspended, owners first, then by address; as they would be with this provider, the
 * one that is on if none is given.
 */
export async function waysOfMembers(
  kysely: Kysely<Schema>,
  teamGuid: string,
  given?: ConnectionRow,
): Promise<MemberWays[]> {
  const connection = given ?? (await connectionOf(kysely, teamGuid))
  const [members, identities, domains] = await Promise.all([
    kysely
      .selectFrom('user')
      .select(['guid', 'email', 'first_name', 'last_name', 'is_operator', 'has_password'])
      .where('team_guid', '=', teamGuid)
      .where('status', '!=', 'Suspended')
      .orderBy('team_role')
      .orderBy('email')
      .execute(),
    kysely
      .selectFrom('identity')
      .innerJoin('user', 'user.guid', 'identity.user_guid')
      .select(['identity.user_guid', 'identity.provider', 'identity.issuer'])
      .distinct()
      .where('user.team_guid', '=', teamGuid)
      .execute(),
    kysely.selectFrom('team_domain').select('domain').where('team_guid', '=', teamGuid).execute(),
  ])
  const isAdmins = connection?.set_by === 'admin'
  // Whom another provider of the team knew, this one need not know.
  const known = identities.filter(
    ({ provider, issuer }) => provider !== 'sso' || (connection && isOf(connection, issuer)),
  )
  const byUser = Map.groupBy(known, ({ user_guid: guid }) => guid)
  const own = new Set(domains.map(({ domain }) => domain))
  return members.map((row) => ({
    guid: row.guid,
    email: row.email,
    name: nameOf(row),
    isOperator: row.is_operator === 1,
    hasPassword: row.has_password === 1,
    providers: (byUser.get(row.guid) ?? [])
      .map(({ provider }) => provider)
      .filter((provider) => provider !== 'sso' || !isAdmins || row.is_operator === 0),
    // A provider that an administrator of the team set up opens no account of an operator.
    isInDomain: own.has(domainOf(row.email.toLowerCase())) && (!isAdmins || row.is_operator === 0),
  }))
}

/** Whether a provider of a team said it, by the issuer that is stored beside whom it named. */
function isOf(connection: ConnectionRow, stored: string): boolean {
  const storedIssuer = stored.slice(stored.indexOf(' ') + 1)
  const { issuer = '', entityId } = JSON.parse(connection.settings) as { issuer?: string; entityId?: string }
  if (connection.kind === 'saml') return storedIssuer === entityId
  if (withoutSlash(storedIssuer) === withoutSlash(issuer)) return true
  // Each tenant has an issuer of its own there.
  return (
    isManyTenants(new URL(issuer)) &&
    URL.canParse(storedIssuer) &&
    new URL(storedIssuer).host === new URL(issuer).host
  )
}

function withoutSlash(address: string): string {
  return address.replace(/\/$/, '')
}

/** Whether a member gets in by one of the methods, which all work here. */
export function wayIn(member: MemberWays, methods: readonly SignInMethod[]): WayIn {
  if (methods.some((method) => opens(member, method))) return 'open'
  return methods.includes('password') ? 'withPassword' : 'none'
}

function opens({ hasPassword, providers, isInDomain }: MemberWays, method: SignInMethod): boolean {
  if (method === 'password') return hasPassword
  if (method === 'email') return true
  return providers.includes(method) || (method === 'sso' && isInDomain)
}
