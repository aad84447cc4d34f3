import { routes } from '#app/routes.ts'
import { useLoaderData } from '@remix-run/react'
import { UserCheck } from '#app/ui/icons/icons.ts'
import { rowsOnScreen, type Protections } from '#server/rules/sharing/options.ts'
import { DecidedTable, WaitingList } from '#app/ui/tables/request-tables.tsx'
import { titled } from '#app/request/titled.ts'
import { ShareHead } from '#app/shares/share/shared/share-head.tsx'
import { decidedRequests, waitingRequests } from '#app/view-models/lists/listed-requests.server.ts'
import { orTrash } from '#app/view-models/ended.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { shareHead } from '#app/shares/share/shared/share-head.server.ts'

/** What the owner was asked about one file, and the outcome. */
export const loader = load(
  routes.shares.requests,
  'user',
  orTrash(async ({ user, ...context }) => {
    const { services, params } = context
    const guid = params.ShareGuid
    const share = await services.shares.sent.one(user, guid)
    const of = { shareGuid: guid, limit: rowsOnScreen }
    const [waiting, decided, head] = await Promise.all([
      services.shares.requests.waiting(user, of),
      services.shares.requests.decided(user, of),
      shareHead(context, user, share),
    ])
    return {
      name: share.name,
      explained: explained(share.protections),
      waiting: waitingRequests(waiting, user.timeZone, context.now),
      decided: decidedRequests(decided, user.timeZone, context.now),
      head,
    }
  }),
)

/** Who asks here. */
function explained({ visibility, mayForward }: Protections): string {
  if (visibility !== 'people') return 'This file isn’t limited to named people, so no one requests access.'
  const others = 'Anyone else who has the link requests access here.'
  return mayForward
    ? `Recipients can forward it without asking. ${others}`
    : `Recipients ask you before they forward it. ${others}`
}

export const meta = titled<typeof loader>((data) => `Requests for ${data.name}`)

export default function ShareRequests() {
  const { explained, waiting, decided, head } = useLoaderData<typeof loader>()
  return (
    <>
      <ShareHead head={head} here="Requests" />
      {waiting.length > 0 ? (
        <>
          <p className="small soft above-list">{explained}</p>
          <WaitingList requests={waiting} hasFiles={false} from="share" />
        </>
      ) : (
        <div className="card empty stack">
          <UserCheck className="i" aria-hidden="true" />
          <h3>No open requests</h3>
          <p className="soft">{explained}</p>
        </div>
      )}
      {decided.length > 0 ? (
        <section className="section">
          <header>
            <h3>Decided</h3>
          </header>
          <DecidedTable requests={decided} hasFiles={false} />
        </section>
      ) : null}
    </>
  )
}
