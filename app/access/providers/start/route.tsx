import { redirect, type HeadersFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { viaForm } from '#server/accounts/forms.ts'
import { Problem } from '#server/rules/problems.ts'
import { providerLabels } from '#server/rules/accounts/sign-in-methods.ts'
import { href, routes } from '#app/routes.ts'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { settingsPath } from '#app/ui/tab-names.ts'
import { titled } from '#app/request/titled.ts'
import { action as submit, buttonForm, guarded, intent, type FormAnswer } from '#app/request/action.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { requireProvider } from '#app/request/sign-in/provider.server.ts'

export const loader = load(routes.access.providers.start, 'anyone', async (context) => {
  const name = await requireProvider(context)
  if (context.posted === null) throw redirect(href(routes.access.login))
  return { label: providerLabels[name] }
})

export const action = submit(routes.access.providers.start, 'anyone', {
  signInVia: intent(viaForm, async ({ form, ...context }) => {
    const name = await requireProvider(context)
    const { services, visitor, client, url } = context
    const to = url.searchParams.get('to') ?? undefined
    const linkCode = url.searchParams.get('code')?.slice(0, 100) ?? ''
    const options = { ...form, to, linkCode, browserId: visitor.browserId }
    return services.accounts.providers.begin(name, client, options).then(leadTo, (error: unknown) => {
      if (!(error instanceof Problem)) throw error
      return goWithNotice(visitor, href(routes.access.login, {}, { to }), error.text, 'bad')
    })
  }),
  connectVia: guarded(
    routes.access.providers.start,
    'user',
    intent(buttonForm, async ({ user, ...context }) => {
      const name = await requireProvider(context)
      const { services, visitor, client } = context
      const connect = { userGuid: user.guid, sessionId: visitor.sessionId ?? '' }
      const options = { browserId: visitor.browserId, connect }
      return services.accounts.providers.begin(name, client, options).then(leadTo, (error: unknown) => {
        if (!(error instanceof Problem)) throw error
        return goWithNotice(visitor, settingsPath('connected'), error.text, 'bad')
      })
    }),
  ),
})

/**
 * A page and no redirect: `form-action` of the content security policy applies to every address that a form
 * is redirected to, and no one knows all those that a provider leads people through.
 */
function leadTo({ href: address }: URL): Response {
  return Response.json({ address }, { headers: { Refresh: `0; url=${address}` } })
}

export const headers: HeadersFunction = ({ actionHeaders }) => {
  const refresh = actionHeaders.get('Refresh')
  return refresh ? { Refresh: refresh } : new Headers()
}

export const meta = titled<typeof loader>(({ label }) => `Sign in with ${label}`)

export default function Via() {
  const { label } = useLoaderData<typeof loader>()
  const answer = useActionData() as FormAnswer | { address: string } | undefined
  return (
    <div className="card stack">
      <h1>Sign in with {label}</h1>
      {answer && 'address' in answer ? (
        <>
          <p>Taking you to {label}. You’ll come back here afterwards.</p>
          <p>
            <a href={answer.address}>Continue to {label}</a>
          </p>
        </>
      ) : (
        <Form intent={answer?.intent ?? 'signInVia'} answer={answer}>
          <Submit>{`Continue with ${label}`}</Submit>
        </Form>
      )}
    </div>
  )
}
