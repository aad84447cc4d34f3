import { redirect, type ActionFunctionArgs } from '@remix-run/node'
import { Problem } from '#server/rules/problems.ts'
import { href, routes } from '#app/routes.ts'
import { declared, passed } from '#app/request/guard.server.ts'
import { requestContext, loader as load } from '#app/request/loader.server.ts'

export const loader = load(routes.access.sso.samlConsumer, 'anyone', async () =>
  redirect(href(routes.access.sso.start)),
)

const guard = 'link' as const

/**
 * Where the SAML identity provider of a team has browsers post its answers (assertion consumer service): a
 * form of another site, without our cookies and without our token, and the one address that takes such a
 * form. So it lets no one in, says nothing, and sends the browser on to where its own cookies count.
 */
async function receive(received: ActionFunctionArgs): Promise<Response> {
  const { request, services, params } = await passed<'access.sso.samlConsumer', typeof guard>(
    requestContext(received),
    guard,
  )
  const form = await request.formData().catch(() => new FormData())
  const relayState = String(form.get('RelayState') ?? '')
  const samlResponse = String(form.get('SAMLResponse') ?? '')
  try {
    await services.teams.singleSignOn.receive(params.team, { samlResponse, relayState })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return redirect(href(routes.access.sso.finish), 303)
  }
  return redirect(href(routes.access.sso.finish, {}, { state: relayState }), 303)
}

export const action = declared(receive, { places: routes.access.sso.samlConsumer, guard })
