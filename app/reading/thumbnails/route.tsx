import { useLoaderData } from '@remix-run/react'
import { thumbnailsOnScreen } from '#server/rules/sharing/options.ts'
import { href, routes } from '#app/routes.ts'
import { Pager } from '#app/ui/tables/pager.tsx'
import { HeartbeatFrame } from '#app/reading/shared/heartbeat-frame.tsx'
import { SkipLink, SkipTarget } from '#app/ui/skip-link.tsx'
import { titled } from '#app/request/titled.ts'
import { Thumbnails } from './thumbnails.tsx'
import { thumbnailOf } from '#app/reading/shared/thumbnails.server.ts'
import { ViewerBar } from '#app/reading/shared/viewer-bar.tsx'
import { loader as load } from '#app/request/loader.server.ts'
import { firstPage, isCounted, leadOn, versionIn } from '#app/view-models/reading.server.ts'
import { requireView } from '#app/reading/shared/viewed-as.server.ts'
import { viewerFacts } from '#app/reading/shared/viewer.server.ts'

/** Pages as thumbnails. Leafing through them is not reading, and none is recorded as viewed. */
export const loader = load(routes.reading.thumbnails, 'visitor', async ({ identity, ...context }) => {
  const { services, client, params } = context
  const guid = params.ShareGuid
  const count = thumbnailsOnScreen
  const version = versionIn(context)
  isCounted(context)
  const viewAs = await requireView(context, guid).catch((error: unknown) => leadOn(context, error, guid))
  const { found, pages, mayDownload } = await services.viewing.pages
    .screen(identity, guid, { first: firstPage(context, count), count, isCounted: false, version }, client)
    .catch((error: unknown) => leadOn(context, error, guid))
  const share = { ShareGuid: guid }
  const total = found.file.pageCount
  const [first, last] = [pages[0]!.number, pages.at(-1)!.number]
  const at = (page: number) => href(routes.reading.thumbnails, share, { page, version, viewAs })
  return {
    file: await viewerFacts(context, found, { mayDownload, version, viewAs }),
    heartbeat: found.policyFacts.relationship === 'owner' ? null : href(routes.reading.heartbeat, share),
    back: href(routes.reading.view, share, { page: first, version, viewAs }),
    where: `Pages ${first}–${last} of ${total}`,
    previous: first > 1 ? at(first - count) : null,
    next: last < total ? at(last + 1) : null,
    pages: pages.map((page) => {
      const to = `${href(routes.reading.view, share, { page: page.number, version, viewAs })}#page-${page.number}`
      return thumbnailOf(guid, page, to, { version })
    }),
  }
})

export const meta = titled<typeof loader>((data) => `Thumbnails of ${data.file.name}`)

export default function ThumbnailsPage() {
  const { file, ...screen } = useLoaderData<typeof loader>()
  return (
    <div className="viewer viewer-reading">
      <SkipLink>Skip to the thumbnails</SkipLink>
      <ViewerBar file={file} where={screen.where}>
        <a className="btn btn-small" href={screen.back}>
          Back to reading
        </a>
      </ViewerBar>
      <main>
        <SkipTarget />
        {screen.heartbeat ? <HeartbeatFrame src={screen.heartbeat} /> : null}
        <Thumbnails pages={screen.pages} />
        <Pager
          label="Screens of thumbnails"
          previous={screen.previous}
          next={screen.next}
          where={screen.where}
        />
      </main>
    </div>
  )
}
