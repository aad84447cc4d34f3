import type { OpenIdConnection } from '#server/accounts/identities/open-id.ts'
import { hashOfSecret } from '#server/accounts/secrets.ts'
import { teamAddresses } from '#server/teams/addresses.ts'
import type { OidcConnection, SamlConnection } from '#server/teams/connections.ts'

/** What signing in over OpenID Connect needs to know; addresses that an administrator of a team entered are asked with care. */
export function openIdOf(
  publicUrl: URL,
  { teamGuid, settings, clientSecret, setBy }: OidcConnection,
): OpenIdConnection {
  const { redirectUri } = teamAddresses(publicUrl, teamGuid)
  const { issuer, clientId } = settings
  return { issuer: new URL(issuer), clientId, clientSecret, redirectUri, isGuarded: setBy === 'admin' }
}

/** The two ends of a sign-in over SAML. */
export function endsOf(publicUrl: URL, { teamGuid, settings }: SamlConnection, requestId: string) {
  return { provider: settings, addresses: teamAddresses(publicUrl, teamGuid), requestId }
}

/** An XML id that only the holder of the state can know in advance, and that does not reveal the state. */
export function requestIdOf(state: string): string {
  return `_${hashOfSecret(`request ${state}`).slice(0, 40)}`
}
