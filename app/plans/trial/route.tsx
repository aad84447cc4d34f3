import { useActionData, useLoaderData } from '@remix-run/react'
import { entryOf } from '#server/rules/problems.ts'
import { tierCodes, tierOf } from '#server/rules/product/plans.ts'
import { dateTime, fileSize } from '#server/rules/text/format.ts'
import { href, routes } from '#app/routes.ts'
import { action as submit, buttonForm, once, type FormAnswer } from '#app/request/action.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { titled } from '#app/request/titled.ts'
import { AreaHead } from '#app/ui/frame/area-head.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { Facts } from '#app/ui/tables/facts.tsx'

/** Before the trial what it offers and when it ends, during it until when and what to try, otherwise why there is none. */
export const loader = load(routes.plans.trial, 'user', async ({ user, ...context }) => {
  const { plans, config } = context.services
  const pro = config.plans.of(tierCodes['pro-trial'])
  const { problem, endsAt } = plans.changes.trial(user)
  const isRunning = tierOf(user.tierCode).isTrial && user.tierEndsAt !== null
  return {
    state: isRunning ? ('running' as const) : problem === null ? ('offered' as const) : ('refused' as const),
    plan: tierOf(user.tierCode).name,
    ends: dateTime(isRunning ? user.tierEndsAt! : endsAt, user.timeZone),
    days: pro.days ?? 0,
    why: problem === null ? '' : entryOf(problem).text,
    facts: [
      { label: 'Largest file', value: fileSize(pro.maxUploadBytes) },
      { label: 'Storage', value: pro.storageBytes === null ? 'No limit' : fileSize(pro.storageBytes) },
      { label: 'Recipients per file', value: `up to ${pro.maxRecipients}` },
      { label: 'Data rooms', value: pro.maxRooms === null ? 'No limit' : `up to ${pro.maxRooms}` },
    ],
  }
})

export const action = submit(routes.plans.trial, 'user', {
  startTrial: once(buttonForm, async ({ user, ...context }) => {
    await context.services.plans.changes.startTrial(user)
    return goWithNotice(context.visitor, href(routes.plans.trial), 'Your Pro trial has started.', 'good')
  }),
})

export const meta = titled('Pro trial')

export default function Trial() {
  const { state, plan, ends, days, why, facts } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const crumbs = [{ to: href(routes.plans.portal), label: 'Plans' }]
  if (state === 'refused')
    return (
      <>
        <AreaHead crumbs={crumbs} title="Pro trial" />
        <div className="card stack measure">
          <p>{why}</p>
          <p>
            <a className="btn btn-main" href={href(routes.plans.portal)}>
              Compare plans
            </a>
          </p>
        </div>
      </>
    )
  if (state === 'running')
    return (
      <>
        <AreaHead crumbs={crumbs} title={plan} facts={`Until ${ends}.`} />
        <p>It then goes back to Free automatically. We’ll email you three days and one day before.</p>
        <ul className="lines">
          <li>
            <a href={href(routes.shares.new)}>Share a large file</a>
          </li>
          <li>
            <a href={href(routes.rooms.create)}>Create a data room</a>
          </li>
          <li>
            <a href={href(routes.plans.portal, {}, { closes: 'free' })}>See what Free would close</a>
          </li>
        </ul>
        <p>
          <a className="btn btn-main" href={href(routes.plans.portal)}>
            Compare plans
          </a>
        </p>
      </>
    )
  return (
    <>
      <AreaHead crumbs={crumbs} title="Pro trial" />
      <div className="card stack measure">
        <h2>Try Pro for {days} days</h2>
        <Facts facts={facts} />
        <p>
          It ends on {ends} and goes back to Free automatically. No credit card, nothing to cancel. Anything
          over the limits of Free is then closed to others; nothing is deleted.
        </p>
        <Form intent="startTrial" answer={answer} className="row">
          <Submit>Start trial</Submit> <a href={href(routes.plans.portal)}>Cancel</a>
        </Form>
      </div>
    </>
  )
}
