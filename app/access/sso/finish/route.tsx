import { routes } from '#app/routes.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { answerSingleSignOn } from '#app/access/sso/shared/single-sign-on.server.ts'

/** Where a posted SAML answer leads: here the browser that began shows its cookies, and is let in. */
export const loader = load(routes.access.sso.finish, 'link', (context) =>
  answerSingleSignOn(context, ({ services, client, visitor, url }) =>
    services.teams.singleSignOn.finishSaml(client, {
      state: url.searchParams.get('state') ?? '',
      browserId: visitor.browserId,
    }),
  ),
)

/** Never shown by itself: a page all the same, so that what refuses a sign-in is shown as one. */
export default function SingleSignOnFinish() {
  return null
}
