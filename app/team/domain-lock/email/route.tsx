import { useActionData, useLoaderData } from '@remix-run/react'
import { changeEmailForm, confirmAddressForm } from '#server/accounts/forms.ts'
import type { User } from '#server/accounts/users.ts'
import { Problem, problems } from '#server/rules/problems.ts'
import { domainOf } from '#server/rules/accounts/email.ts'
import { href, routes } from '#app/routes.ts'
import { action as submit, type FormAnswer, once, proof } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { gone } from '#app/request/cookies.server.ts'
import { loader as load, type RequestContext } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { titled } from '#app/request/titled.ts'
import { CodeField, EmailField } from '#app/ui/forms/credential-fields.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'

/** Moves an account out of a domain that a team has locked: for the browser whose sign-in was just shut out. */
export const loader = load(routes.team.changeEmail, 'anyone', async (context) => {
  const { movesOut } = context.services.accounts
  return orStartAgain(context, async (user) => ({
    constraints: constraintsOf({ changeEmail: changeEmailForm, confirmEmail: confirmAddressForm }),
    email: user.email,
    domain: domainOf(user.email),
    ...(await movesOut.state(user)),
  }))
})

export const action = submit(routes.team.changeEmail, 'anyone', {
  changeEmail: once(changeEmailForm, async ({ form, ...context }) =>
    orStartAgain(context, async (user) => {
      const isMoved = await context.services.accounts.movesOut.begin(user, form)
      if (isMoved) return moved(context, form.email)
      const notice = 'If the address is free, we emailed a code there. Enter it below.'
      return goWithNotice(context.visitor, href(routes.team.changeEmail), notice, 'good')
    }),
  ),
  confirmEmail: proof(confirmAddressForm, async ({ form, ...context }) =>
    orStartAgain(context, async (user) =>
      moved(context, await context.services.accounts.movesOut.finish(user, form.address, form.code)),
    ),
  ),
})

export const meta = titled('Change your email')

export default function ChangeEmail() {
  const { email, domain, waiting, hasSecondFactor } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  return (
    <div className="card stack">
      <h1>Change your email</h1>
      <p>
        Your account <strong className="break">{email}</strong> gets an address outside {domain}. Everything
        you’ve sent and own stays with it. It loses {email}: what others sent there opens with that address
        only.
      </p>
      {waiting ? (
        <Form intent="confirmEmail" answer={answer}>
          <input type="hidden" name="address" value={waiting.guid} />
          <p>
            Enter the code we emailed to <strong className="break">{waiting.email}</strong>. If the email says
            the address is in use, it contains no code.
          </p>
          <CodeField hint="It works for 15 minutes." answer={answer} />
          <Submit className="btn-main wide">Change my email</Submit>
        </Form>
      ) : null}
      <Form intent="changeEmail" answer={answer}>
        <EmailField
          label={waiting ? 'Use another address' : 'New email address'}
          hint="We’ll email you a six-digit code."
          answer={answer}
        />
        {hasSecondFactor ? (
          <CodeField
            name="twoFactorCode"
            label="Code from your authenticator app"
            hint="Or one of your recovery codes."
            answer={answer}
          />
        ) : null}
        <Submit className={waiting ? 'wide' : 'btn-main wide'}>Send code</Submit>
      </Form>
      <p className="small">
        <a href={href(routes.team.domainLock, {}, { domain })}>Back</a>
      </p>
    </div>
  )
}

/** Whoever did not just sign in, or isn't shut out, starts at the sign-in page. */
async function orStartAgain<Answer>(
  context: Pick<RequestContext, 'visitor' | 'services'>,
  work: (user: User) => Promise<Answer>,
): Promise<Answer> {
  const { visitor, services } = context
  try {
    const user =
      visitor.challenge === null ? null : await services.accounts.signIn.whoWaits(visitor.challenge)
    if (!user) throw new Problem('challengeGone')
    return await work(user)
  } catch (error) {
    if (!(error instanceof Problem) || error.problem !== 'challengeGone') throw error
    throw await goWithNotice(visitor, href(routes.access.login), problems.challengeGone.text, 'bad')
  }
}

async function moved({ visitor }: Pick<RequestContext, 'visitor'>, email: string): Promise<Response> {
  const answer = await goWithNotice(
    visitor,
    href(routes.access.login),
    `Your email is now ${email}. Sign in with it.`,
    'good',
  )
  answer.headers.append('Set-Cookie', await gone(visitor.cookies.challenge))
  return answer
}
