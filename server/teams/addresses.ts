/**
 * What an identity provider has to know about us. They contain the guid of the team, so that they are known beforehand.
 */
export type TeamAddresses = {
  /** OpenID Connect: where the browser comes back to. */
  redirectUri: URL
  /** SAML: our name, which is also the address of our metadata. */
  entityId: URL
  /** SAML: where assertions are posted to (assertion consumer service). */
  consumer: URL
}

export function teamAddresses(publicUrl: URL, teamGuid: string): TeamAddresses {
  return {
    redirectUri: new URL(`/access/callback/sso/${teamGuid}`, publicUrl),
    entityId: new URL(`/access/sso/saml/metadata/${teamGuid}`, publicUrl),
    consumer: new URL(`/access/sso/saml/${teamGuid}`, publicUrl),
  }
}
