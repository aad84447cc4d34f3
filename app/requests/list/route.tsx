import { routes } from '#app/routes.ts'
import { useLoaderData } from '@remix-run/react'
import { rowsOnScreen } from '#server/rules/sharing/options.ts'
import { DecidedTable, WaitingTable } from '#app/ui/tables/request-tables.tsx'
import { titled } from '#app/request/titled.ts'
import { decidedRequests, waitingRequests } from '#app/view-models/lists/listed-requests.server.ts'
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
    waiting: waitingRequests(waiting, user.timeZone),
    decided: decidedRequests(decided, user.timeZone),
    isCut: waiting.length === rowsOnScreen,
  }
})

export const meta = titled('Requests')

export default function Requests() {
  const { waiting, decided, isCut } = useLoaderData<typeof loader>()
  return (
    <div className="stack-wide">
      <div className="head">
        <h1>Requests</h1>
      </div>
      <section className="stack">
        <h2>Waiting for you</h2>
        {waiting.length > 0 ? (
          <WaitingTable requests={waiting} hasFiles />
        ) : (
          <p className="soft">
            No open requests. Requests for access or to forward a file wait here for 14 days.
          </p>
        )}
        {isCut ? <p className="small soft">There are more. They appear as you decide these.</p> : null}
      </section>
      {decided.length > 0 ? (
        <section className="stack">
          <h2>Recent decisions</h2>
          <DecidedTable requests={decided} hasFiles />
        </section>
      ) : null}
    </div>
  )
}
