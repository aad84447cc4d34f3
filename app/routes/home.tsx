import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Send } from 'lucide-react'
import { planOf } from '#server/rules/plans.ts'
import { productName } from '#server/rules/product.ts'
import { fileSize } from '#server/rules/format.ts'
import { href } from '../routes.ts'
import { ShareTable } from '../ui/share-table.tsx'
import { loader as load, requireUser } from '../web/loader.server.ts'
import { listedShares } from '../web/listed-shares.server.ts'

const recentRows = 5
/** Counting very many takes longer than all the rest of this page. */
const mostCounted = 1000

export const loader = load(async (given) => {
  const user = await requireUser(given)
  const plan = planOf(user.tierCode)
  const { shares, total } = await listedShares(given, user, {
    page: 1,
    pageSize: recentRows,
    countTo: mostCounted + 1,
  })
  return { firstName: user.firstName, shares, total, plan: plan.name, largest: fileSize(plan.maxUploadBytes) }
})

export const meta: MetaFunction = () => [{ title: `Home – ${productName}` }]

export default function Home() {
  const { firstName, shares, total, plan, largest } = useLoaderData<typeof loader>()
  return (
    <div className="page stack-wide">
      <div className="page-head">
        <div>
          <h1>Hello {firstName}</h1>
          <p className="soft">
            Plan {plan}, files up to {largest}.
          </p>
        </div>
        {total > 0 ? (
          <a className="button" href={href('share')}>
            Share a file
          </a>
        ) : null}
      </div>
      {total === 0 ? (
        <div className="sheet empty stack">
          <Send className="icon" aria-hidden="true" />
          <h2>Send your first protected file</h2>
          <p className="soft">
            Choose a file, say who may see it and for how long. You see every opening, and you can take it
            back at any moment.
          </p>
          <p>
            <a className="button" href={href('share')}>
              Share a file
            </a>
          </p>
        </div>
      ) : (
        <section className="stack">
          <h2>Sent lately</h2>
          <ShareTable shares={shares} />
          {total > shares.length ? (
            <p>
              <a href={href('outgoing')}>
                {total > mostCounted ? 'All sent files' : `All ${total} sent files`}
              </a>
            </p>
          ) : null}
        </section>
      )}
    </div>
  )
}
