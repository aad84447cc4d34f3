import { useActionData, useLoaderData } from '@remix-run/react'
import { href, routes } from '#app/routes.ts'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { titled } from '#app/request/titled.ts'
import { action as submit, buttonForm, intent, type Intent } from '#app/request/action.server.ts'
import { loader as load, type RequestContext } from '#app/request/loader.server.ts'
import { orOneClick } from './one-click.server.ts'

/** Turns off optional emails to this address, for the person who got one. The link authorizes it. */
export const loader = load(routes.settings.emailLink, 'link', ({ services, params }) =>
  services.accounts.quietAddresses.find(params.Link),
)

function choose(isQuiet: boolean): Intent<RequestContext<{ Link: string }>> {
  return intent(buttonForm, async ({ services, params }) => {
    const link = params.Link
    await services.accounts.quietAddresses.choose(link, { isQuiet })
    return href(routes.settings.emailLink, { Link: link })
  })
}

export const action = orOneClick(
  submit(routes.settings.emailLink, 'link', { stop: choose(true), goOn: choose(false) }),
)

export const meta = titled('Emails')

export default function Emails() {
  const { email, isQuiet } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="card stack">
      <h1>Emails to {email}</h1>
      <p>
        {isQuiet
          ? 'Reminders, comment notifications and weekly emails are off for this address.'
          : 'Reminders, comment notifications and weekly emails are sent to this address.'}{' '}
        Links and codes that someone requested are always sent.
      </p>
      <Form intent={isQuiet ? 'goOn' : 'stop'} answer={answer}>
        <Submit className="btn-main wide">{isQuiet ? 'Resume emails' : 'Unsubscribe'}</Submit>
      </Form>
    </div>
  )
}
