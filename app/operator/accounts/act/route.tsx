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
import { Consequences } from '#app/ui/consequences.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { nameOf } from '#app/operator/shared/account-labels.server.ts'
import { ServerHead } from '#app/operator/shared/server-head.tsx'
import { accountActs } from '#app/operator/accounts/shared/acts.server.ts'

/** Asks before something is done with an account, and says what will happen. */
export const loader = load(routes.operator.accounts.act, 'operator', async ({ services, params }) => {
  const act = Object.hasOwn(accountActs, params.Act) ? accountActs[params.Act] : undefined
  if (!act) throw new Problem('notFound')
  const account = await services.operator.accounts.details(params.User)
  const { heading, verb, intent, isBad } = act
  return {
    heading,
    verb,
    intent,
    isBad,
    name: nameOf(account),
    email: account.email,
    lines: act.lines(account),
    isFor: act.isFor(account),
    back: href(routes.operator.accounts.account, { User: params.User }),
  }
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

export const meta = titled<typeof loader>(({ heading }) => `${heading} – Server`)

export default function ActOnAccount() {
  const { heading, verb, intent, isBad, name, email, lines, isFor, back } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const crumbs = [
    { to: href(routes.operator.accounts.index), label: 'Accounts' },
    { to: back, label: name },
  ]
  return (
    <>
      <ServerHead here="accounts" title={heading} crumbs={crumbs} />
      <div className="measure card stack-wide">
        {isFor ? (
          <>
            <p id="email" className="strong break">
              {email}
            </p>
            <Consequences lines={lines} />
            <Form intent={intent} answer={answer} className="row">
              <Submit className={isBad ? 'btn-bad' : 'btn-main'}>{verb}</Submit> <a href={back}>Cancel</a>
            </Form>
          </>
        ) : (
          <p>
            This doesn’t apply to the account as it is now. <a href={back}>Back to the account</a>
          </p>
        )}
      </div>
    </>
  )
}
