import { routes } from '#app/routes.ts'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { titled } from '#app/request/titled.ts'
import { action as submit, buttonForm, intent } from '#app/request/action.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { leave } from '#app/request/sign-in/sign-in.server.ts'

/** A link that someone else wrote must not sign anyone out; a click on a page of ours may (decision 0008). */
export const loader = load(routes.access.logout, 'anyone', async (context) => {
  const session = await context.visitor.session()
  if (session && isOwnClick(context.request)) throw await leave(context)
  return { email: session?.user.email ?? null }
})

export const action = submit(routes.access.logout, 'anyone', {
  signOut: intent(buttonForm, async (context) => leave(context)),
  signOutEverywhere: intent(buttonForm, async (context) => {
    const session = await context.visitor.session()
    if (session) await context.services.accounts.signingOut.everywhere(session.user)
    return leave(context)
  }),
})

export const meta = titled('Sign out')

export default function Logout() {
  const { email } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="card stack">
      <h1>Sign out</h1>
      {email ? (
        <p>
          You’re signed in as <strong>{email}</strong>.
        </p>
      ) : null}
      <p>
        This ends your session on this device. Files you opened with a verification code or a passkey (a
        password for a file) will ask for it again.
      </p>
      <Form intent="signOut" answer={answer}>
        <Submit className="btn-main wide">Sign out</Submit>
      </Form>
      {email ? (
        <Form intent="signOutEverywhere" answer={answer}>
          <p>
            Left a device signed in, or think someone else is using your account? End all sessions and access
            tokens at once.
          </p>{' '}
          <Submit className="btn-quiet wide">Sign out everywhere</Submit>
        </Form>
      ) : null}
    </div>
  )
}

/** What only a browser says, and only of a person's own click: no page, script or link from elsewhere can. */
function isOwnClick({ method, headers }: Request): boolean {
  return (
    method === 'GET' &&
    headers.get('sec-fetch-site') === 'same-origin' &&
    headers.get('sec-fetch-mode') === 'navigate' &&
    headers.get('sec-fetch-user') === '?1' &&
    !headers.has('sec-purpose') &&
    !headers.has('purpose')
  )
}
