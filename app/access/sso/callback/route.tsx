import { routes } from '#app/routes.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { answerSingleSignOn } from '#app/access/sso/shared/single-sign-on.server.ts'

/** Where the OpenID Connect provider of a team sends people back to. */
export const loader = load(routes.access.sso.callback, 'link', (context) =>
  answerSingleSignOn(context, ({ services, client, visitor, params, url }) =>
    services.teams.singleSignOn.finishOidc(client, {
      teamGuid: params.team,
      browserId: visitor.browserId,
      query: url.searchParams,
    }),
  ),
)

/** Never rendered itself, but it must be a page, so that a refused sign-in is shown as one. */
export default function CallbackSingleSignOn() {
  return null
}
