import type { LinksFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { href, routes } from '#app/routes.ts'
import styles from '../../styles/viewer.css?url'
import { ErrorSummary, Form, Submit } from '#app/ui/forms/form.tsx'
import { MarkSwitch } from './mark-switch.tsx'
import { PageJump } from './page-jump.tsx'
import { PagePictures } from './page-pictures.tsx'
import { PageRail } from './page-rail.tsx'
import { Pager } from '#app/ui/tables/pager.tsx'
import { PagesArePictures } from './pages-are-pictures.tsx'
import { HeartbeatFrame } from '#app/reading/shared/heartbeat-frame.tsx'
import { ReadingModes } from './reading-modes.tsx'
import { SkipLink, SkipTarget } from '#app/ui/skip-link.tsx'
import { useRootData } from '#app/ui/root-data.ts'
import { titled } from '#app/request/titled.ts'
import { ViewerBar } from '#app/reading/shared/viewer-bar.tsx'
import { ViewerScript } from './viewer-script.tsx'
import { ZoomFrame, ZoomLinks } from './zoom-links.tsx'
import { action as submit, buttonForm, guarded, intent, onceAMinute } from '#app/request/action.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import {
  askIdentity,
  firstPage,
  isCounted,
  leadOn,
  screenLength,
  versionIn,
} from '#app/view-models/reading.server.ts'
import { thumbnailOf } from '#app/reading/shared/thumbnails.server.ts'
import { goToPage, keptQuery, modeIn, pictureIn, readingModes } from './reading-modes.server.ts'
import { pagesAsText } from '#app/reading/shared/text-links.server.ts'
import { isAgain } from '#app/reading/shared/time-left.server.ts'
import { askUnmarked, markSwitch, unmarkedIn } from '#app/reading/shared/unmarked.server.ts'
import { requireView } from '#app/reading/shared/viewed-as.server.ts'
import { viewerFacts } from '#app/reading/shared/viewer.server.ts'
import { viewerScriptFacts } from './viewer-script.server.ts'

/** A screen of pages. Readers who have not opened the file, or not identified themselves, are led to where they can. */
export const loader = load(routes.reading.view, 'visitor', async ({ identity, ...context }) => {
  const { services, client, params } = context
  const guid = params.ShareGuid
  await goToPage(context, guid)
  const count = screenLength(context)
  const version = versionIn(context)
  const isSeenAgain = { isCounted: isCounted(context), isAgain: isAgain(context) }
  const range = { first: firstPage(context, count), count, ...isSeenAgain, version }
  const mark = await unmarkedIn(context, guid)
  const viewAs = await requireView(context, guid).catch((error: unknown) => leadOn(context, error, guid))
  const screen = await services.viewing.pages
    .screen(identity, guid, range, client)
    .catch((error: unknown) => leadOn(context, error, guid))
  const { found } = screen
  const total = found.file.pageCount
  const first = screen.pages[0]?.number ?? 1
  const last = screen.pages.at(-1)?.number ?? first
  const { mayDownload } = screen
  const mode = modeIn(context)
  const kept = keptQuery(context)
  const file = await viewerFacts(context, found, { mayDownload, version, viewAs })
  return {
    file,
    // If no script runs, the document reloads itself by it (root.tsx).
    timeLeft: file.timeLeft,
    // Someone who selected a way of showing pages gets that: a slow connection is spared what the script would fetch.
    script:
      mode.isSlow || mode.zoom
        ? null
        : viewerScriptFacts(context, screen, file, { version, mark }, mode.isSpread),
    pages: screen.pages.map((page) =>
      pictureIn(mode, guid, page, found.file.kind, {
        version,
        mark,
        again: isAgain(context) ? 1 : undefined,
      }),
    ),
    modes: await readingModes(context, screen),
    // A slow connection is spared them.
    thumbnails:
      total > 1 && !mode.isSlow
        ? screen.pages.map((page) => thumbnailOf(guid, page, `#page-${page.number}`, { version, mark }))
        : [],
    text: pagesAsText(context, found, { version, viewAs }),
    total,
    where: first === last ? `Page ${first} of ${total}` : `Pages ${first}–${last} of ${total}`,
    previous:
      first > 1
        ? href(routes.reading.view, { ShareGuid: guid }, { page: Math.max(1, first - count), ...kept })
        : null,
    next: last < total ? href(routes.reading.view, { ShareGuid: guid }, { page: last + 1, ...kept }) : null,
    markSwitch: markSwitch(context, found, mark),
    mayPrint: screen.mayPrint && version === undefined,
    heartbeat:
      found.policyFacts.relationship === 'owner' ? null : href(routes.reading.heartbeat, { ShareGuid: guid }),
  }
})

export const action = submit(routes.reading.view, 'visitor', {
  unmark: guarded(routes.reading.view, 'user', intent(buttonForm, askUnmarked)),
  print: onceAMinute(buttonForm, async ({ identity, ...context }) => {
    const { services, client, params } = context
    const guid = params.ShareGuid
    await requireView(context, guid).catch((error: unknown) => askIdentity(context, error, guid))
    await services.viewing.pages
      .print(identity, guid, client)
      .catch((error: unknown) => askIdentity(context, error, guid))
    return href(routes.reading.print, { ShareGuid: guid })
  }),
})

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const meta = titled<typeof loader>((data) => data.file.name)

export default function View() {
  const { file, script, ...screen } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { formToken: token } = useRootData()
  const { modes, thumbnails } = screen
  const rail = thumbnails.length > 0 ? <PageRail pages={thumbnails} /> : null
  const shape = `${rail ? ' viewer-with-left' : ''}${modes.isSpread && !modes.zoom ? ' viewer-spread' : ''}`
  return (
    <div
      className={`viewer viewer-reading${shape}`}
      data-viewer={script ? JSON.stringify({ ...script, token }) : undefined}
    >
      <SkipLink>Skip to the pages</SkipLink>
      {screen.text ? <PagesArePictures text={screen.text} /> : null}
      <ViewerBar
        file={file}
        jump={modes.jump ? <PageJump jump={modes.jump} /> : null}
        more={
          <>
            <ReadingModes modes={modes} />
            <MarkSwitch state={screen.markSwitch} />
          </>
        }
      >
        <ZoomLinks links={modes.zooms} />{' '}
        {screen.mayPrint ? (
          <Form intent="print" className="row">
            <Submit className="btn-small">Print</Submit>
          </Form>
        ) : null}
      </ViewerBar>
      <main>
        <SkipTarget />
        {answer ? <ErrorSummary answer={answer} /> : null}
        {screen.heartbeat ? <HeartbeatFrame src={screen.heartbeat} /> : null}
        <ZoomFrame zoom={modes.zoom} isSlow={modes.isSlow}>
          <PagePictures pages={screen.pages} total={screen.total} isScrolled />
        </ZoomFrame>
        <Pager
          label="Screens of the document"
          previous={screen.previous}
          next={screen.next}
          where={screen.where}
          notes={modes.notes}
        />
      </main>
      {/* Script draws its own, of all pages. */}
      {script && rail ? <noscript>{rail}</noscript> : rail}
      {script ? <ViewerScript /> : null}
    </div>
  )
}
