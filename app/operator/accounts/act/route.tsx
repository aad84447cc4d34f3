import { useActionData, useLoaderData } from '@remix-run/react'
import { Problem } from '#server/rules/problems.ts'
import { href, routes } from '#app/routes.ts'
import {
  action as submit,
  buttonForm,
  once,
  type FormAnswer,
  type Intent,
} from '#app/request/action.server.ts'
import { loader as load, type ContextAt } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { titled } from '#app/request/titled.ts'
import { nameOf } from '#app/operator/shared/account-labels.server.ts'
import { QuestionPage, type Question } from '#app/operator/shared/question-page.tsx'
import { accountActs } from '#app/operator/accounts/shared/acts.server.ts'

/** Asks before something is done with an account, and says what will happen. */
export const loader = load(routes.operator.accounts.act, 'operator', async ({ services, params }) => {
  const act = Object.hasOwn(accountActs, params.Act) ? accountActs[params.Act] : undefined
  if (!act) throw new Problem('notFound')
  const account = await services.operator.accounts.details(params.User)
  const { heading, verb, intent, isBad } = act
  const question: Question = {
    heading,
    verb,
    intent,
    isBad,
    about: account.email,
    lines: act.lines(account),
    isFor: act.isFor(account),
    back: href(routes.operator.accounts.account, { User: params.User }),
  }
  return { question, name: nameOf(account) }
})

type Here = ContextAt<'operator.accounts.act', 'operator'>

export const action = submit(
  routes.operator.accounts.act,
  'operator',
  Object.fromEntries(
    Object.values(accountActs).map((act): [string, Intent<Here>] => [
      act.intent,
      once<typeof buttonForm, Here>(buttonForm, async ({ services, user, client, params, visitor }) => {
        if (accountActs[params.Act]?.intent !== act.intent) throw new Problem('badForm')
        const { email } = await services.operator.accounts.details(params.User)
        const notice = await services.operator.commands.run({ user, client }, act.command, [email], () =>
          act.run(services, email),
        )
        const back = href(routes.operator.accounts.account, { User: params.User })
        return goWithNotice(visitor, back, notice, 'good')
      }),
    ]),
  ),
)

export const meta = titled<typeof loader>(({ question }) => `${question.heading} – Server`)

export default function ActOnAccount() {
  const { question, name } = useLoaderData<typeof loader>()
  const crumbs = [
    { to: href(routes.operator.accounts.index), label: 'Accounts' },
    { to: question.back, label: name },
  ]
  return (
    <QuestionPage here="accounts" crumbs={crumbs} question={question} answer={useActionData<FormAnswer>()} />
  )
}
