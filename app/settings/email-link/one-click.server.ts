import type { ActionFunctionArgs } from '@remix-run/node'
import { plainRefusal } from '#server/http/plain.ts'
import { Problem } from '#server/rules/problems.ts'
import { declared, passed } from '#app/request/guard.server.ts'
import { requestContext } from '#app/request/loader.server.ts'
import type { Action } from '#app/request/action.server.ts'
import { routes } from '#app/routes.ts'

/**
 * The action of the page, and what mail programs post to its address when someone unsubscribes there (RFC 8058): from
 * elsewhere, with no cookie and no token, so that the secret in the address is all that counts. It can only turn emails
 * off.
 */
export function orOneClick(action: Action): Action {
  async function answer(received: ActionFunctionArgs) {
    if (!(await isOneClick(received.request))) return action(received)
    try {
      const { services, params } = await passed<'settings.emailLink', 'link'>(
        requestContext(received),
        'link',
      )
      await services.accounts.quietAddresses.choose(params.Link, { isQuiet: true })
      // No redirect: who posts there follows none.
      return new Response('Unsubscribed.\n')
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return plainRefusal(error)
    }
  }
  return declared(answer, { places: routes.settings.emailLink, guard: 'link' })
}

/** The one field that such a form has. */
async function isOneClick(request: Request): Promise<boolean> {
  const form = await request
    .clone()
    .formData()
    .catch(() => null)
  return form?.get('List-Unsubscribe') === 'One-Click' && !form.has('intent')
}
