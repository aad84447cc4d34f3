import { routes } from '#app/routes.ts'
import { useLoaderData } from '@remix-run/react'
import { rowsOnScreen } from '#server/rules/sharing/options.ts'
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
      mayForward: share.protections.mayForward,
      isForPeople: share.protections.visibility === 'people',
      waiting: waitingRequests(waiting, user.timeZone, context.now),
      decided: decidedRequests(decided, user.timeZone, context.now),
      head,
    }
  }),
)

export const meta = titled<typeof loader>((data) => `Requests for ${data.name}`)

export default function ShareRequests() {
  const { mayForward, isForPeople, waiting, decided, head } = useLoaderData<typeof loader>()
  return (
    <>
      <ShareHead head={head} here="Requests" />
      <div className="stack-wide">
        <section className="stack">
          <h3>Waiting for you</h3>
          {waiting.length > 0 ? (
            <WaitingList requests={waiting} hasFiles={false} from="share" />
          ) : (
            <p className="soft">
              {isForPeople
                ? 'No open requests.'
                : 'This file isn’t limited to named people, so no one has to request access.'}
            </p>
          )}
          {isForPeople ? (
            <p className="small soft">
              {mayForward
                ? 'Recipients can forward it without asking. Anyone else who has the link requests access here.'
                : 'Recipients ask you before they forward it. Anyone else who has the link requests access here.'}
            </p>
          ) : null}
        </section>
        {decided.length > 0 ? (
          <section className="stack">
            <h3>Decided</h3>
            <DecidedTable requests={decided} hasFiles={false} />
          </section>
        ) : null}
      </div>
    </>
  )
}
