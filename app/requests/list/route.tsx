import { useLoaderData } from '@remix-run/react'
import { UserCheck } from '#app/ui/icons/icons.ts'
import type { z } from 'zod'
import { Problem } from '#server/rules/problems.ts'
import { decideForm } from '#server/shares/requests/request-forms.ts'
import type { RequestKey } from '#server/shares/requests/requests.ts'
import { action as submit, once } from '#app/request/action.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { href, routes } from '#app/routes.ts'
import { AreaHead } from '#app/ui/frame/area-head.tsx'
import { rowsOnScreen } from '#server/rules/sharing/options.ts'
import { DecidedTable, WaitingList } from '#app/ui/tables/request-tables.tsx'
import { titled } from '#app/request/titled.ts'
import { decidedRequests, outcomeOf, waitingRequests } from '#app/view-models/lists/listed-requests.server.ts'
import { loader as load } from '#app/request/loader.server.ts'

const lastDecided = 50

/** What the user was asked about all files. */
export const loader = load(routes.requests.index, 'user', async ({ user, ...context }) => {
  const { requests } = context.services.shares
  const [waiting, decided] = await Promise.all([
    requests.waiting(user, { limit: rowsOnScreen }),
    requests.decided(user, { limit: lastDecided }),
  ])
  return {
    waiting: waitingRequests(waiting, user.timeZone, context.now),
    decided: decidedRequests(decided, user.timeZone, context.now),
    isCut: waiting.length === rowsOnScreen,
  }
})

type DecideForm = z.output<typeof decideForm>

/** Answers one request from a list of them, and says there what came of it. */
export const action = submit(routes.requests.index, 'user', {
  decide: once(decideForm, async ({ form, user, ...context }) => {
    const { requests } = context.services.shares
    const isApproved = form.act === 'Approve'
    const key: RequestKey = {
      shareGuid: form.share,
      kind: form.kind,
      decision: isApproved ? 'approve' : 'reject',
      token: null,
      requestGuid: form.request,
    }
    if (isApproved) {
      await requests.approve(user, key, { granted: form.granted, endsAt: null }, context.client)
    } else {
      await requests.reject(user, key, '', context.client)
    }
    // It may have been decided before, in another window or by email: what counts is how.
    const found = await requests.look(user, key)
    if (!found) throw new Problem('requestOver')
    const { status } = found.request
    const notice = `${outcomeOf(found.request).words}. They’ll get an email.`
    return goWithNotice(context.visitor, listPath(form), notice, status === 'Approved' ? 'good' : 'warn')
  }),
})

function listPath({ from, share }: DecideForm): string {
  if (from === 'home') return href(routes.home.index)
  return from === 'share' ? href(routes.shares.requests, { ShareGuid: share }) : href(routes.requests.index)
}

export const meta = titled('Requests')

export default function Requests() {
  const { waiting, decided, isCut } = useLoaderData<typeof loader>()
  return (
    <>
      <AreaHead title="Requests" />
      {waiting.length > 0 ? (
        <WaitingList requests={waiting} hasFiles from="requests" />
      ) : (
        <div className="card empty stack">
          <UserCheck className="i" aria-hidden="true" />
          <h2>No open requests</h2>
          <p className="soft">Requests for access or to forward a file wait here for 14 days.</p>
        </div>
      )}
      {isCut ? <p className="small soft section">There are more. They appear as you decide these.</p> : null}
      {decided.length > 0 ? (
        <section className="section">
          <header>
            <h2>Recent decisions</h2>
          </header>
          <DecidedTable requests={decided} hasFiles />
        </section>
      ) : null}
    </>
  )
}
