import { redirect } from '@remix-run/node'
import type { FileKind } from '#server/rules/files/files.ts'
import { fileSize } from '#server/rules/text/format.ts'
import { slowLineWidth, type PageWidth } from '#server/rules/sharing/options.ts'
import type { View } from '#server/rules/reading/view-as.ts'
import type { Screen } from '#server/viewing/reading/viewing.ts'
import { href, routes } from '#app/routes.ts'
import type { ReadingModesShown } from './reading-modes.tsx'
import type { RequestContext } from '#app/request/loader.server.ts'
import {
  isSlowLine,
  pagePicture,
  versionIn,
  type PagePicture,
  type PictureQuery,
} from '#app/view-models/reading.server.ts'
import { viewIn } from '#app/reading/shared/viewed-as.server.ts'

/** The steps of zoom without script, in percent, and how wide the images of each are. */
const zoomWidths: Record<Zoom, PageWidth> = { 150: 1600, 200: 2400 }
export type Zoom = 150 | 200

/** How pages are shown: enlarged, two side by side, or small and grey for a slow connection. */
export type Mode = { zoom: Zoom | null; isSlow: boolean; isSpread: boolean }

type Kept = {
  zoom?: Zoom | undefined
  slow?: 1 | undefined
  spread?: 1 | undefined
  version?: number | undefined
  viewAs?: View | undefined
  mark?: 'off' | undefined
}

export function modeIn(context: RequestContext): Mode {
  const isSlow = isSlowLine(context)
  const wanted = context.url.searchParams.get('zoom')
  const zoom = isSlow ? null : wanted === '150' ? 150 : wanted === '200' ? 200 : null
  return { isSlow, zoom, isSpread: !isSlow && context.url.searchParams.get('spread') === '1' }
}

/** What links from screen to screen keep of the address. */
export function keptQuery(context: RequestContext): Kept {
  const { zoom, isSlow, isSpread } = modeIn(context)
  return {
    zoom: zoom ?? undefined,
    slow: isSlow ? 1 : undefined,
    spread: isSpread ? 1 : undefined,
    version: versionIn(context),
    viewAs: viewIn(context),
    mark: context.url.searchParams.get('mark') === 'off' ? 'off' : undefined,
  }
}

/**
 * Redirects a reader who entered the number of a page (`?go=`) to it, or to the last one. No one can find out how many
 * pages a file has that they may not see.
 */
export async function goToPage(context: RequestContext, guid: string): Promise<void> {
  const wanted = context.url.searchParams.get('go')
  if (wanted === null) return
  const { services, visitor } = context
  const { found, refusal } = await services.viewing.pages.look(await visitor.identity(), guid)
  const last = found && refusal === null ? found.file.pageCount : 1
  const page = Math.min(Math.max(1, Math.trunc(Number(wanted)) || 1), Math.max(1, last))
  throw redirect(placeOf(guid, page, keptQuery(context)), { status: 303 })
}

function placeOf(guid: string, page: number, kept: Kept): string {
  return `${href(routes.reading.view, { ShareGuid: guid }, { page, ...kept })}#page-${page}`
}

/** A page as this mode shows it. */
export function pictureIn(
  { zoom, isSlow }: Mode,
  shareGuid: string,
  page: { number: number; width: number; height: number },
  kind: FileKind,
  options: PictureQuery = {},
): PagePicture {
  const picture = pagePicture(shareGuid, page, kind, options)
  if (!zoom && !isSlow) return picture
  const width = isSlow ? slowLineWidth : zoomWidths[zoom!]
  const query = { width, grey: isSlow ? 1 : undefined, ...options }
  const src = href(routes.reading.pageImage, { ShareGuid: shareGuid, Page: String(page.number) }, query)
  const shown = isSlow ? Math.min(width, picture.width) : Math.round((picture.width * zoom!) / 100)
  const height = Math.max(1, Math.round((shown * page.height) / page.width))
  return { ...picture, src, srcSet: `${src} ${width}w`, width: shown, height }
}

/**
 * The links to every other way of showing this screen. For a slow connection each says the size of the page behind it.
 */
export async function readingModes(
  context: RequestContext,
  { found, pages }: Screen,
): Promise<ReadingModesShown> {
  const { services, client } = context
  const guid = found.shareGuid
  const mode = modeIn(context)
  const kept = keptQuery(context)
  const page = placeIn(context, pages)
  const weigh = async (number: number): Promise<string> => {
    const bytes = await services.viewing.pageWeights.of(found, number, client)
    return bytes === null ? `page ${number}` : `page ${number}, about ${fileSize(bytes)}`
  }
  const total = found.file.pageCount
  const at = (changed: Kept) => placeOf(guid, page, { ...kept, slow: undefined, ...changed })
  return {
    ...mode,
    zooms: [
      { name: 'Page width', to: at({ zoom: undefined }), isChosen: mode.zoom === null && !mode.isSlow },
      { name: '150%', to: at({ zoom: 150 }), isChosen: mode.zoom === 150 },
      { name: '200%', to: at({ zoom: 200 }), isChosen: mode.zoom === 200 },
    ],
    thumbnails: href(
      routes.reading.thumbnails,
      { ShareGuid: guid },
      { page, version: kept.version, viewAs: kept.viewAs },
    ),
    spread: total > 1 ? at({ zoom: undefined, spread: mode.isSpread ? undefined : 1 }) : null,
    slow: mode.isSlow
      ? null
      : { to: at({ zoom: undefined, spread: undefined, slow: 1 }), weight: await weigh(page) },
    notes: mode.isSlow
      ? {
          previous: page > 1 ? await weigh(page - 1) : '',
          next: page < total ? await weigh(page + 1) : '',
        }
      : null,
    jump:
      total > 1
        ? { to: href(routes.reading.view, { ShareGuid: guid }), page, total, kept: fieldsOf(kept) }
        : null,
  }
}

/** The page that the address names, if it is on this screen, so that its reader stays there; otherwise the first. */
function placeIn({ url }: RequestContext, pages: Screen['pages']): number {
  const wanted = Number(url.searchParams.get('page'))
  return (pages.find(({ number }) => number === wanted) ?? pages[0])?.number ?? 1
}

function fieldsOf(kept: Kept): { name: string; value: string }[] {
  return Object.entries(kept).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name, value: String(value) }],
  )
}
