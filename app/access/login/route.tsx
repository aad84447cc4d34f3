import { routes } from '#app/routes.ts'
import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { signInForm } from '#server/accounts/forms.ts'
import { SignInForm } from '#app/ui/forms/sign-in-form.tsx'
import { titled } from '#app/request/titled.ts'
import { action as submit, intent } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { answerSignIn, signInByPassword } from '#app/request/sign-in/sign-in.server.ts'
import { optionsBeforeSignIn } from '#app/request/sign-in/sign-in-options.server.ts'
import { ownPath } from '#app/request/sign-in/wanted.server.ts'

export const loader = load(routes.access.login, 'anyone', async ({ visitor, services, url }) => {
  const to = url.searchParams.get('to')
  if (await visitor.session()) throw redirect(ownPath(to))
  const wanted = to === null ? undefined : ownPath(to)
  return {
    wanted,
    email: url.searchParams.get('email') ?? undefined,
    options: await optionsBeforeSignIn(services, wanted),
    constraints: constraintsOf({ signIn: signInForm }),
  }
})

export const action = submit(routes.access.login, 'anyone', {
  signIn: intent(signInForm, async ({ form, ...context }) => {
    const outcome = await signInByPassword(context, form)
    return answerSignIn(context, outcome, context.url.searchParams.get('to'))
  }),
})

export const meta = titled('Sign in')

export default function Login() {
  const { wanted, email, options } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="card stack">
      <h1>Sign in</h1>
      {wanted ? <p className="soft">Sign in to continue to the page you requested.</p> : null}
      <SignInForm options={options} wanted={wanted} email={email} answer={answer} />
    </div>
  )
}
