import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Send } from 'lucide-react'
import { rowsOnScreen } from '#server/rules/options.ts'
import { Problem } from '#server/rules/problems.ts'
import { productName } from '#server/rules/product.ts'
import { besideOf } from '#server/shares/list.ts'
import { href } from '../../routes.ts'
import { Pager } from '../../ui/pager.tsx'
import { ShareTable } from '../../ui/share-table.tsx'
import { listedShares } from '../../web/listed-shares.server.ts'
import { loader as load, pageNumber, requireUser } from '../../web/loader.server.ts'

export const loader = load(async (given) => {
  const user = await requireUser(given)
  const page = pageNumber(given.url)
  const { shares, total, firstKey, lastKey } = await listedShares(given, user, {
    page,
    pageSize: rowsOnScreen,
    beside: page > 1 ? besideIn(given.url.searchParams) : null,
  })
  const pages = Math.max(1, Math.ceil(total / rowsOnScreen))
  if (page > pages) throw new Problem('notFound')
  return {
    shares,
    total,
    where: `Page ${page} of ${pages}`,
    previous: page > 1 ? href('outgoing', {}, { page: page - 1, before: firstKey }) : null,
    next: page < pages ? href('outgoing', {}, { page: page + 1, after: lastKey }) : null,
  }
})

/** Where a link from the page before or after leads; a typed page number alone is found by counting. */
function besideIn(query: URLSearchParams) {
  return besideOf('after', query.get('after')) ?? besideOf('before', query.get('before'))
}

export const meta: MetaFunction = () => [{ title: `Sent files – ${productName}` }]

export default function Outgoing() {
  const { shares, total, where, previous, next } = useLoaderData<typeof loader>()
  return (
    <div className="page">
      <div className="page-head">
        <h1>Sent files</h1>
      </div>
      {total === 0 ? (
        <div className="sheet empty stack">
          <Send className="icon" aria-hidden="true" />
          <p>Files that you share are listed here, with who has opened them.</p>
          <p>
            <a className="button" href={href('share')}>
              Share a file
            </a>
          </p>
        </div>
      ) : (
        <>
          <ShareTable shares={shares} />
          <Pager label="Pages of the list" previous={previous} next={next} where={where} />
        </>
      )}
    </div>
  )
}
