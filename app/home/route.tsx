import { useLoaderData } from '@remix-run/react'
import { Send } from 'lucide-react'
import { onboardingSteps } from '#server/rules/accounts/onboarding.ts'
import { planOf } from '#server/rules/product/plans.ts'
import { fileSize } from '#server/rules/text/format.ts'
import { href, routes } from '#app/routes.ts'
import { Checklist } from './checklist.tsx'
import { CopyLinks } from '#app/ui/copy-links.tsx'
import { News } from './news.tsx'
import { settingsPath } from '#app/ui/tab-names.ts'
import { ShareTable } from '#app/ui/tables/share-table.tsx'
import { WaitingTable, type WaitingRequest } from '#app/ui/tables/request-tables.tsx'
import { StorageBar } from '#app/ui/storage-bar.tsx'
import { titled } from '#app/request/titled.ts'
import { action as submit, buttonForm, intent } from '#app/request/action.server.ts'
import { checklist, listedNews } from './home.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { waitingRequests } from '#app/view-models/lists/listed-requests.server.ts'
import { listedShares } from '#app/view-models/lists/listed-shares.server.ts'
import { storageShown } from '#app/view-models/plan.server.ts'

const recentRows = 5
const maxRequests = 10
/** Counting very many takes longer than all the rest of this page. */
const maxCounted = 1000

export const loader = load(routes.home.index, 'user', async ({ user, ...context }) => {
  const plan = planOf(user.tierCode)
  const [{ shares, total }, { status, newsSince }, use, waiting] = await Promise.all([
    listedShares(context, user, { page: 1, pageSize: recentRows, countTo: maxCounted + 1 }),
    context.services.accounts.onboarding.of(user),
    context.services.files.usage.of(user),
    context.services.shares.requests.waiting(user, { limit: maxRequests + 1 }),
  ])
  return {
    firstName: user.firstName,
    shares,
    total,
    news: await listedNews(context, user, newsSince),
    requests: {
      rows: waitingRequests(waiting.slice(0, maxRequests), user.timeZone),
      hasMore: waiting.length > maxRequests,
    },
    checklist: checklist(status),
    plan: plan.name,
    largest: fileSize(plan.maxUploadBytes),
    storage: storageShown(use),
  }
})

export const action = submit(routes.home.index, 'user', {
  dismissChecklist: intent(buttonForm, async ({ user, ...context }) => {
    await context.services.accounts.onboarding.set(user, onboardingSteps.checklistDismissed)
    return href(routes.home.index)
  }),
  newsSeen: intent(buttonForm, async ({ user, ...context }) => {
    await context.services.accounts.onboarding.noteSeen(user)
    return href(routes.home.index)
  }),
})

export const meta = titled('Home')

export default function Home() {
  const { firstName, shares, total, news, checklist, plan, largest, storage, requests } =
    useLoaderData<typeof loader>()
  return (
    <div className="stack-wide">
      <div className="head">
        <div>
          <h1>Hello {firstName}</h1>
          <p className="soft">
            Plan {plan}, files up to {largest}.
          </p>
        </div>
      </div>
      {checklist ? <Checklist {...checklist} /> : null}
      {requests.rows.length > 0 ? <PendingRequests {...requests} /> : null}
      {news.items.length > 0 ? <News {...news} /> : null}
      {total === 0 ? (
        <div className="card empty stack">
          <Send className="i" aria-hidden="true" />
          <h2>Share your first protected file</h2>
          <p className="soft">
            Choose a file, who has access and until when. You’ll see every view, and you can stop sharing at
            any time.
          </p>
          <p>
            <a className="btn btn-main" href={href(routes.shares.new)}>
              Share a file
            </a>
          </p>
        </div>
      ) : (
        <section className="stack">
          <h2>Recently sent</h2>
          <ShareTable shares={shares} />
          <CopyLinks />
          {total > shares.length ? (
            <p>
              <a href={href(routes.shares.index)}>
                {total > maxCounted ? 'All sent files' : `All ${total} sent files`}
              </a>
            </p>
          ) : null}
        </section>
      )}
      <section className="stack" aria-labelledby="storage">
        <h2 id="storage">Storage</h2>
        <StorageBar {...storage} />
        <p className="small">
          <a href={settingsPath('plan')}>Plan and usage</a>
        </p>
      </section>
    </div>
  )
}

function PendingRequests({ rows, hasMore }: { rows: WaitingRequest[]; hasMore: boolean }) {
  return (
    <section className="stack" aria-labelledby="requests">
      <h2 id="requests">Requests waiting for you</h2>
      <WaitingTable requests={rows} hasFiles />
      <p>
        <a href={href(routes.requests.index)}>
          {hasMore ? 'More requests and past decisions' : 'All requests'}
        </a>
      </p>
    </section>
  )
}
