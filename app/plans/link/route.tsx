import { useActionData, useLoaderData } from '@remix-run/react'
import { Problem } from '#server/rules/problems.ts'
import { tierOf } from '#server/rules/product/plans.ts'
import { counted } from '#server/rules/text/format.ts'
import { href, routes } from '#app/routes.ts'
import { action as submit, buttonForm, once, type FormAnswer } from '#app/request/action.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { titled } from '#app/request/titled.ts'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { settingsPath } from '#app/ui/tab-names.ts'

export const loader = load(routes.plans.link, 'link', async ({ services, params, visitor, url }) => {
  const given = await services.plans.links.peek(params.Link)
  if (!given) throw new Problem('linkUsedUp')
  const user = await visitor.user()
  return {
    plan: tierOf(given.tierCode).name,
    days: given.days === null ? null : counted(given.days, 'day'),
    seats: given.seats === null ? null : counted(given.seats, 'seat'),
    note: given.note,
    email: user?.email ?? null,
    has: user ? tierOf(user.tierCode).name : null,
    signIn: href(routes.access.login, {}, { to: url.pathname }),
  }
})

export const action = submit(routes.plans.link, 'user', {
  usePlan: once(buttonForm, async ({ services, params, user, visitor }) => {
    await services.plans.links.use(user, params.Link)
    return goWithNotice(visitor, settingsPath('plan'), 'Your plan has changed.', 'good')
  }),
})

export const meta = titled('Your plan')

/** Mail scanners open links, so the link shows a button and only the button changes the plan. */
export default function PlanByLink() {
  const { plan, days, seats, note, email, has, signIn } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const facts = [seats, days].filter(Boolean).join(', for ')
  return (
    <div className="card stack">
      <h1>Get {plan}</h1>
      <p>
        This link gives one account the plan <strong>{plan}</strong>
        {facts ? ` (${facts})` : ''}. It works once.
      </p>
      {note ? <p className="message">{note}</p> : null}
      {email === null ? (
        <p>
          <a className="btn btn-main btn-big" href={signIn}>
            Sign in to use it
          </a>
        </p>
      ) : (
        <Form intent="usePlan" answer={answer}>
          <p className="soft break">
            For {email}, which has {has} now.
          </p>{' '}
          <Submit>Use this plan</Submit>
        </Form>
      )}
    </div>
  )
}
