import { redirect, type HeadersFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { singleSignOnForm } from '#server/accounts/forms.ts'
import { Problem } from '#server/rules/problems.ts'
import { href, routes } from '#app/routes.ts'
import { EmailField } from '#app/ui/forms/credential-fields.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { titled } from '#app/request/titled.ts'
import { action as submit, intent, type FormAnswer } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { loader as load, ownPath } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'

/** Where the browser goes on, or nothing: no team has single sign-on for this domain. */
type Found = { address: string; host: string } | { address: null }

export const loader = load(routes.access.sso.start, 'anyone', async ({ visitor, url }) => {
  const to = url.searchParams.get('to')
  if (await visitor.session()) throw redirect(ownPath(to))
  const email = url.searchParams.get('email') ?? undefined
  return { to, email, constraints: constraintsOf({ begin: singleSignOnForm }) }
})

export const action = submit(routes.access.sso.start, 'anyone', {
  begin: intent(singleSignOnForm, async ({ form, services, visitor, client }) => {
    const { email, to = null } = form
    const { browserId } = visitor
    return services.teams.singleSignOn
      .begin(client, { email, browserId, to })
      .then(leadTo, (error: unknown) => {
        if (!(error instanceof Problem) || error.problem !== 'providerAway') throw error
        return goWithNotice(
          visitor,
          href(routes.access.sso.start, {}, { to: to ?? undefined, email }),
          error.text,
          'bad',
        )
      })
  }),
})

/**
 * A page and no redirect, as for the providers that everyone knows: the policy of our pages allows forms to
 * us only.
 */
function leadTo(address: URL | null): Response {
  if (!address) return Response.json({ address: null } satisfies Found)
  const found: Found = { address: address.href, host: address.host }
  return Response.json(found, { headers: { Refresh: `0; url=${address.href}` } })
}

export const headers: HeadersFunction = ({ actionHeaders }) => {
  const refresh = actionHeaders.get('Refresh')
  return refresh ? { Refresh: refresh } : new Headers()
}

export const meta = titled('Single sign-on')

export default function SingleSignOn() {
  const { to, email } = useLoaderData<typeof loader>()
  const answer = useActionData() as FormAnswer | Found | undefined
  const login = href(routes.access.login, {}, { to: to ?? undefined })
  if (answer && 'address' in answer) return <ProviderFound {...answer} to={to} />
  return (
    <div className="card stack">
      <h1>Single sign-on</h1>
      <p className="soft">Enter your work email address to continue to your organisation’s sign-in page.</p>
      <Form intent="begin" answer={answer}>
        {to ? <input type="hidden" name="to" value={to} /> : null}
        <EmailField isUserName value={email} enterKeyHint="go" hasFocus answer={answer} />
        <Submit className="btn-main wide">Continue</Submit>
      </Form>
      <p className="small">
        <a href={login}>Sign in another way</a>
      </p>
    </div>
  )
}

function ProviderFound({ to, ...found }: Found & { to: string | null }) {
  const login = href(routes.access.login, {}, { to: to ?? undefined })
  if (found.address !== null) {
    return (
      <div className="card stack">
        <h1>Single sign-on</h1>
        <p>
          Taking you to your organisation’s sign-in page at <strong>{found.host}</strong>. You’ll come back
          here afterwards.
        </p>
        <p>
          <a className="btn btn-main wide" href={found.address}>
            Continue to {found.host}
          </a>
        </p>
      </div>
    )
  }
  return (
    <div className="card stack">
      <h1>Single sign-on</h1>
      <p>No team on this server uses single sign-on for this email domain.</p>
      <p>
        <a className="btn btn-main wide" href={href(routes.access.sso.start, {}, { to: to ?? undefined })}>
          Use another address
        </a>
      </p>
      <p className="small">
        <a href={login}>Sign in another way</a>
      </p>
    </div>
  )
}
