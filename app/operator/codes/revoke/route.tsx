import { useActionData, useLoaderData } from '@remix-run/react'
import { Problem } from '#server/rules/problems.ts'
import { href, routes } from '#app/routes.ts'
import { action as submit, buttonForm, once, type FormAnswer } from '#app/request/action.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { titled } from '#app/request/titled.ts'
import { QuestionPage, type Question } from '#app/operator/shared/question-page.tsx'

/** Asks before a code opens no more accounts. */
export const loader = load(routes.operator.codes.revoke, 'operator', async ({ services, params }) => {
  const code = (await services.accounts.signupCodes.list()).find(({ name }) => name === params.Code)
  if (!code) throw new Problem('notFound')
  const question: Question = {
    heading: 'Revoke this code?',
    verb: 'Revoke',
    intent: 'revokeCode',
    isBad: true,
    about: [code.name, code.note].filter(Boolean).join(', '),
    lines: ['No account can be created with it any more. Accounts that were created with it stay.'],
    isFor: true,
    back: href(routes.operator.codes.index),
  }
  return question
})

export const action = submit(routes.operator.codes.revoke, 'operator', {
  revokeCode: once(buttonForm, async ({ services, user, client, params, visitor }) => {
    await services.operator.commands.run({ user, client }, 'signup-code revoke', [params.Code], () =>
      services.accounts.signupCodes.revoke(params.Code),
    )
    return goWithNotice(visitor, href(routes.operator.codes.index), 'Code revoked.', 'good')
  }),
})

export const meta = titled<typeof loader>(({ heading }) => `${heading} – Server`)

export default function RevokeCode() {
  const question = useLoaderData<typeof loader>()
  const crumbs = [{ to: question.back, label: 'Sign-up codes' }]
  return (
    <QuestionPage here="codes" crumbs={crumbs} question={question} answer={useActionData<FormAnswer>()} />
  )
}
