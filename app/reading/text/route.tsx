import { useLoaderData } from '@remix-run/react'
import { maxQueryLength } from '#server/rules/text/finding.ts'
import { href, routes } from '#app/routes.ts'
import { FindForm, FoundPages } from './found-pages.tsx'
import { PageText } from './page-text.tsx'
import { Pager } from '#app/ui/tables/pager.tsx'
import { SkipLink, SkipTarget } from '#app/ui/skip-link.tsx'
import { titled } from '#app/request/titled.ts'
import { ViewerBar } from '#app/reading/shared/viewer-bar.tsx'
import { foundPages } from './found-pages.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { firstPage, isCounted, leadOn, screenLength, versionIn } from '#app/view-models/reading.server.ts'
import { paragraphsOf } from './shown-text.server.ts'
import { isAgain } from '#app/reading/shared/time-left.server.ts'
import { requireView } from '#app/reading/shared/viewed-as.server.ts'
import { viewerFacts } from '#app/reading/shared/viewer.server.ts'

/** The text of a screen of pages, for people who cannot see images of them; if the sender allows text. */
export const loader = load(routes.reading.text, 'visitor', async ({ identity, ...context }) => {
  const { services, client, params, url } = context
  const guid = params.ShareGuid
  const count = screenLength(context)
  const version = versionIn(context)
  const range = {
    first: firstPage(context, count),
    count,
    isCounted: isCounted(context),
    isAgain: isAgain(context),
  }
  const viewAs = await requireView(context, guid).catch((error: unknown) => leadOn(context, error, guid))
  const { found, pages, mark, mayDownload } = await services.viewing.texts
    .screen(identity, guid, { ...range, version }, client)
    .catch((error: unknown) => leadOn(context, error, guid))
  const words = (url.searchParams.get('q') ?? '').slice(0, maxQueryLength + 1)
  const total = found.file.pageCount
  const first = pages[0]?.number ?? 1
  const last = pages.at(-1)?.number ?? first
  const kept = { version, viewAs }
  const at = (page: number): string => href(routes.reading.text, { ShareGuid: guid }, { page, ...kept })
  const picture = (page: number): string =>
    `${href(routes.reading.view, { ShareGuid: guid }, { page, ...kept })}#page-${page}`
  return {
    file: await viewerFacts(context, found, { mayDownload, ...kept }),
    mark,
    pages: pages.map(({ number, text }) => ({
      number,
      paragraphs: text === null ? null : paragraphsOf(text),
      picture: picture(number),
    })),
    total,
    hasText: pages.some(({ text }) => text === null || text.trim() !== ''),
    words,
    here: href(routes.reading.text, { ShareGuid: guid }),
    found: words === '' ? null : await foundPages(context, guid, words, { at, version }),
    kept: Object.entries(kept).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
    pictures: picture(first),
    where: first === last ? `Page ${first} of ${total}` : `Pages ${first}–${last} of ${total}`,
    previous: first > 1 ? at(Math.max(1, first - count)) : null,
    next: last < total ? at(last + 1) : null,
  }
})

export const meta = titled<typeof loader>((data) => `Text of ${data.file.name}`)

export default function Text() {
  const { file, ...screen } = useLoaderData<typeof loader>()
  return (
    <div className="viewer">
      <SkipLink>Skip to the text</SkipLink>
      <ViewerBar file={file} where={screen.where}>
        <a className="btn btn-small" href={screen.pictures}>
          Pictures of the pages
        </a>
      </ViewerBar>
      <main className="text-view">
        <SkipTarget />
        <FindForm action={screen.here} words={screen.words} kept={screen.kept} />
        {screen.found ? <FoundPages found={screen.found} /> : null}
        <p className="small soft">{screen.mark}</p>
        {screen.hasText ? null : (
          <p>
            These pages have no text; they may be scans or photographs. See them{' '}
            <a href={screen.pictures}>in the viewer</a>.
          </p>
        )}
        {screen.pages.map((page) => (
          <PageText key={page.number} page={page} total={screen.total} mark={screen.mark} />
        ))}
        <Pager
          label="Screens of the text"
          previous={screen.previous}
          next={screen.next}
          where={screen.where}
        />
      </main>
    </div>
  )
}
