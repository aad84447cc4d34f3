import { routes } from '#app/routes.ts'
import { loader as load } from '#app/request/loader.server.ts'

/** What the SAML identity provider of a team reads to know us. */
export const loader = load(routes.access.sso.samlMetadata, 'anyone', async ({ services, params }) => {
  const metadata = await services.teams.singleSignOn.metadata(params.team)
  return new Response(metadata, {
    headers: { 'Content-Type': 'application/samlmetadata+xml; charset=utf-8' },
  })
})
