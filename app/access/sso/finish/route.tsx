import { routes } from '#app/routes.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { answerSingleSignOn } from '#app/access/sso/shared/single-sign-on.server.ts'

/** Where a posted SAML response leads: here the browser that began the flow sends its cookies and is signed in. */
export const loader = load(routes.access.sso.finish, 'link', (context) =>
  answerSingleSignOn(context, ({ services, client, visitor, url }) =>
    services.teams.singleSignOn.finishSaml(client, {
      state: url.searchParams.get('state') ?? '',
      browserId: visitor.browserId,
    }),
  ),
)

/** Never rendered itself, but it must be a page, so that a refused sign-in is shown as one. */
export default function SingleSignOnFinish() {
  return null
}
