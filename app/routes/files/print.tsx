import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pagesInPrintPart } from '#server/rules/options.ts'
import { productName } from '#server/rules/product.ts'
import { href } from '../../routes.ts'
import { PagePictures } from '../../ui/page-pictures.tsx'
import { Pager } from '../../ui/pager.tsx'
import { TimeLeftShown } from '../../ui/time-left.tsx'
import { loader as load } from '../../web/loader.server.ts'
import { firstPage, leadOn, pagePicture } from '../../web/reading.server.ts'
import { isAgain, timeLeft } from '../../web/time-left.server.ts'

/** The copy for printing: the same marked pages, laid out one a sheet. */
export const loader = load(async (given) => {
  const { visitor, services, client, params } = given
  const guid = params['ShareGuid'] ?? ''
  const count = pagesInPrintPart
  const first = firstPage(given, count)
  const { found, pages } = await services.viewing
    .printPages(await visitor.identity(), guid, { first, count, isAgain: isAgain(given) }, client)
    .catch((error: unknown) => leadOn(given, error, guid))
  const total = found.file.pageCount
  const last = pages.at(-1)?.number ?? first
  return {
    name: found.file.name,
    pages: pages.map((page) => pagePicture(guid, page, found.file.kind)),
    total,
    timeLeft: timeLeft(given, found.gate, { withoutReading: false }),
    back: href('view', { ShareGuid: guid }),
    where: `Pages ${first} to ${last} of ${total}`,
    previous: first > 1 ? href('print', { ShareGuid: guid }, { page: first - count }) : null,
    next: last < total ? href('print', { ShareGuid: guid }, { page: last + 1 }) : null,
  }
})

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Print ${data.name} – ${productName}` : productName },
]

export default function Print() {
  const copy = useLoaderData<typeof loader>()
  return (
    <div className="viewer">
      <header className="viewer-bar no-print">
        <h1>{copy.name}</h1>
        <span className="small soft">Copy for printing: use your browser's print command.</span>
        {copy.timeLeft ? (
          <span className="small mono">
            <TimeLeftShown left={copy.timeLeft} after=" left" />
          </span>
        ) : null}
        <a className="end small" href={copy.back}>
          Back to reading
        </a>
      </header>
      <main id="content">
        <PagePictures pages={copy.pages} total={copy.total} />
        <div className="no-print">
          <Pager label="Parts of the copy" previous={copy.previous} next={copy.next} where={copy.where} />
        </div>
      </main>
    </div>
  )
}
