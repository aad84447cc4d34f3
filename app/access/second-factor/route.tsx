import { redirect } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { twoFactorCodeForm } from '#server/accounts/second-factor/second-factor-forms.ts'
import { Problem, problems } from '#server/rules/problems.ts'
import { href, routes } from '#app/routes.ts'
import { Field, Form, Submit } from '#app/ui/forms/form.tsx'
import { titled } from '#app/request/titled.ts'
import { action as submit, proof } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { loader as load, ownPath, type RequestContext } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { answerSignIn } from '#app/request/sign-in/sign-in.server.ts'

/** The second step of a sign-in, for the browser that did the first (StatusCode 10010). */
export const loader = load(routes.access.secondFactor, 'anyone', async (context) => {
  const { visitor, services, url } = context
  if (await visitor.session()) throw redirect(ownPath(url.searchParams.get('to')))
  const isWaiting =
    visitor.challenge !== null && (await services.accounts.signIn.whoWaits(visitor.challenge)) !== null
  if (!isWaiting) throw await startAgain(context)
  return { constraints: constraintsOf({ secondFactor: twoFactorCodeForm }) }
})

export const action = submit(routes.access.secondFactor, 'anyone', {
  secondFactor: proof(twoFactorCodeForm, async ({ form, ...context }) => {
    const { services, client, visitor, url } = context
    try {
      const outcome = await services.accounts.signIn.bySecondFactor(
        client,
        visitor.challenge ?? '',
        form.twoFactorCode,
      )
      return await answerSignIn(context, outcome, url.searchParams.get('to'))
    } catch (error) {
      if (error instanceof Problem && error.problem === 'challengeGone') return startAgain(context)
      throw error
    }
  }),
})

export const meta = titled('Two-step verification')

export default function SecondFactor() {
  const answer = useActionData<typeof action>()
  return (
    <div className="card stack">
      <h1>Two-step verification</h1>
      <p>Enter the six-digit code from your authenticator app.</p>
      <Form intent="secondFactor" answer={answer}>
        <Field
          name="twoFactorCode"
          label="Code"
          hint="Don’t have your app? Enter one of your recovery codes; each works once."
          className="code"
          autoComplete="one-time-code"
          enterKeyHint="go"
          answer={answer}
        />
        <Submit className="btn-main wide">Continue</Submit>
      </Form>
      <p className="small">
        <a href={href(routes.access.login)}>Sign in as someone else</a>
      </p>
    </div>
  )
}

function startAgain({ visitor, url }: Pick<RequestContext, 'visitor' | 'url'>): Promise<Response> {
  const to = url.searchParams.get('to')
  const path = href(routes.access.login, {}, { to: to === null ? undefined : ownPath(to) })
  return goWithNotice(visitor, path, problems.challengeGone.text, 'bad')
}
