import { useLoaderData } from '@remix-run/react'
import { pagesInPrintPart } from '#server/rules/sharing/options.ts'
import { Problem } from '#server/rules/problems.ts'
import { href, routes } from '#app/routes.ts'
import { Pager } from '#app/ui/tables/pager.tsx'
import { BarFrame } from '#app/reading/shared/bar-frame.tsx'
import { TimeLeftShown } from '#app/ui/time-left.tsx'
import { titled } from '#app/request/titled.ts'
import { loader as load, type RequestContext } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { firstPage, leadOn, pagePicture, type PagePicture } from '#app/view-models/reading.server.ts'
import { isAgain, timeLeft } from '#app/reading/shared/time-left.server.ts'
import { SkipTarget } from '#app/ui/skip-link.tsx'

/** The copy for printing: the same watermarked pages, one per sheet. */
export const loader = load(routes.reading.print, 'visitor', async ({ identity, ...context }) => {
  const { services, client, params } = context
  const guid = params.ShareGuid
  const count = pagesInPrintPart
  const first = firstPage(context, count)
  const { found, pages } = await services.viewing.pages
    .printPages(identity, guid, { first, count, isAgain: isAgain(context) }, client)
    .catch((error: unknown) => leadAway(context, error, guid))
  const total = found.file.pageCount
  const last = pages.at(-1)?.number ?? first
  return {
    name: found.file.name,
    pages: pages.map((page) => pagePicture(guid, page, found.file.kind)),
    total,
    timeLeft: timeLeft(context, found.policyFacts, { withoutReading: false }),
    back: href(routes.reading.view, { ShareGuid: guid }),
    where: `Pages ${first}–${last} of ${total}`,
    previous: first > 1 ? href(routes.reading.print, { ShareGuid: guid }, { page: first - count }) : null,
    next: last < total ? href(routes.reading.print, { ShareGuid: guid }, { page: last + 1 }) : null,
  }
})

/** What is played has no copy for printing, which only its owner can request. */
async function leadAway(context: RequestContext, error: unknown, guid: string): Promise<never> {
  if (!(error instanceof Problem) || error.problem !== 'noPages') return leadOn(context, error, guid)
  const { found } = await context.services.viewing.pages.look(await context.visitor.identity(), guid)
  if (found?.room) return leadOn(context, error, guid)
  const notice = 'Video and audio can’t be printed.'
  throw await goWithNotice(context.visitor, href(routes.shares.details, { ShareGuid: guid }), notice, 'warn')
}

export const meta = titled<typeof loader>((data) => `Print ${data.name}`)

/** One page per sheet. All are fetched at once, visible or not: paper does not scroll. */
function PrintedPages({ pages, total }: { pages: PagePicture[]; total: number }) {
  return (
    <ol className="pages">
      {pages.map((page) => (
        <li key={page.number}>
          <img
            src={page.sharpest}
            width={page.width}
            height={page.height}
            alt={`Page ${page.number} of ${total}`}
            loading="eager"
            draggable={false}
          />
        </li>
      ))}
    </ol>
  )
}

export default function Print() {
  const copy = useLoaderData<typeof loader>()
  return (
    <div className="viewer">
      <BarFrame
        back={{ to: copy.back, name: 'Back to reading' }}
        title={copy.name}
        facts={
          <>
            {copy.timeLeft ? <TimeLeftShown left={copy.timeLeft} after=" left · " /> : null}
            Print copy: use your browser’s print command.
          </>
        }
      />
      <main>
        <SkipTarget />
        <PrintedPages pages={copy.pages} total={copy.total} />
        <div className="no-print">
          <Pager
            label="Parts of the print copy"
            previous={copy.previous}
            next={copy.next}
            where={copy.where}
          />
        </div>
      </main>
    </div>
  )
}
