import { counted } from '#server/rules/text/format.ts'
import type { ShareRow } from '#server/shares/rows.ts'
import type { PageReading, ReaderPages } from '#server/tracking/tracking.ts'
import { href, routes } from '#app/routes.ts'
import type { StripPart } from '#app/ui/charts/strip.tsx'
import type { PictureCell, ReadingPicture } from './reading-picture.tsx'
import { heights, stepOfSeconds } from '#app/view-models/charts/scales.server.ts'
import { thumbnailOf } from './shared/share-head.server.ts'

/** Columns on a screen, and readers beside the row of all. */
const maxPages = 40
export const maxReaders = 12
/** With more columns there is no space for pictures of pages. */
const maxThumbnails = 20
/** Columns of the pages that were read longest, where not all fit on a screen. */
const busiestPages = maxThumbnails

type Readings = {
  perPage: PageReading[]
  perReader: ReaderPages[]
  readers: number
  readersOfPage: Map<number, number>
}
type Names = Map<string | null, { name: string; to: string }>
type PictureQuery = {
  version: number
  /** The first column. */
  from: number
  /** Whether the columns are those that were read longest instead. */
  isBusiest: boolean
  names: Names
  here: (query: { from: number | undefined; busiest?: 1 | undefined }) => string
}

/** Who read which page for how long, ready to display; null before anyone was shown a page. */
export function readingPicture(
  share: ShareRow,
  readings: Readings,
  { version, from, isBusiest, names, here }: PictureQuery,
): ReadingPicture | null {
  const { perPage, perReader, readers } = readings
  const lastSeen = perPage.at(-1)?.page ?? 0
  if (lastSeen === 0) return null
  const isCurrent = version === share.version
  const pageCount = isCurrent ? Math.max(share.page_count, lastSeen) : lastSeen
  if (from > pageCount) return null
  const isLong = pageCount > maxPages
  const to = Math.min(from + maxPages - 1, pageCount)
  const numbers =
    isLong && isBusiest ? busiest(perPage) : Array.from({ length: to - from + 1 }, (_, at) => from + at)
  const hasThumbnails = numbers.length <= maxThumbnails
  const requested = isCurrent ? undefined : version
  const pages = numbers.map((page) => ({
    page,
    to: `${href(routes.reading.view, { ShareGuid: share.guid }, { page, version: requested })}#page-${page}`,
    thumbnail: hasThumbnails ? thumbnailOf(share, page, requested) : null,
  }))
  return {
    pages,
    strip: stripOf(readings, pages),
    isNarrow: numbers.length <= 8,
    isWide: numbers.length > 24,
    all: bars(perPage, numbers),
    readers: perReader.map(({ email, pages }) => ({
      who: names.get(email)?.name ?? email ?? 'Link visitors',
      to: names.get(email)?.to ?? null,
      cells: pages === null ? null : cells(pages, numbers),
    })),
    more: Math.max(readers - perReader.length, 0),
    totals: totalText(perPage, readers),
    isEstimated: perPage.some(({ method }) => method !== 'measured'),
    views: isLong ? viewsOf({ isBusiest, here }) : [],
    ...(isLong && isBusiest
      ? { where: '', previous: null, next: null }
      : {
          where: isLong ? `Pages ${from}–${to} of ${pageCount}` : '',
          previous: from > 1 ? here({ from: from - maxPages > 1 ? from - maxPages : undefined }) : null,
          next: to < pageCount ? here({ from: to + 1 }) : null,
        }),
  }
}

/** Each page with how long all readers together had it open, and how many they were. */
function stripOf(
  { perPage, perReader, readersOfPage }: Readings,
  pages: { page: number; to: string; thumbnail: string | null }[],
): StripPart[] {
  const byPage = new Map(perPage.map((reading) => [reading.page, reading]))
  // Visitors of a link cannot be told apart, and of very many readers not all pages are kept.
  const hasReaders = perReader.every(({ email, pages: own }) => email !== null && own !== null)
  const hasTimes = perPage.some(({ method }) => method !== 'unknown')
  return pages.map(({ page, to, thumbnail }) => {
    const reading = byPage.get(page)
    const name = `Page ${page}`
    const part = { key: String(page), name: String(page), to, thumbnail }
    if (!reading)
      return { ...part, step: 0, isHatched: false, lines: ['not read'], words: `${name}: not read` }
    const { seconds, estimated, method, views } = reading
    const isMeasured = method === 'measured'
    const time = method === 'unknown' ? 'not measured' : `${isMeasured ? '' : 'about '}${shortSpan(seconds)}`
    const who = hasReaders ? counted(readersOfPage.get(page) ?? 0, 'reader') : `shown ${views}×`
    return {
      ...part,
      step: stepOfSeconds(seconds),
      isHatched: !isMeasured && estimated >= seconds / 2,
      lines: hasTimes ? [time, who] : [who],
      words: `${name}: ${timeText(reading)}, ${who}`,
    }
  })
}

/** "48 s", "2 min": as short as a picture of a page is wide. */
function shortSpan(seconds: number): string {
  return seconds < 100 ? `${seconds} s` : inAll(seconds)
}

/** In the order of the document. */
function busiest(pages: PageReading[]): number[] {
  return pages
    .toSorted((one, other) => other.seconds - one.seconds || one.page - other.page)
    .slice(0, busiestPages)
    .map(({ page }) => page)
    .toSorted((one, other) => one - other)
}

function viewsOf({ isBusiest, here }: Pick<PictureQuery, 'isBusiest' | 'here'>): ReadingPicture['views'] {
  return [
    { label: 'All pages', to: here({ from: undefined, busiest: undefined }), isHere: !isBusiest },
    {
      label: `Busiest ${busiestPages} pages`,
      to: here({ from: undefined, busiest: 1 }),
      isHere: isBusiest,
    },
  ]
}

/** "5 readers, 25 min in all, 4 min of it estimated". */
function totalText(pages: PageReading[], readers: number): string {
  const all = pages.reduce((sum, { seconds }) => sum + seconds, 0)
  const estimated = pages.reduce((sum, page) => sum + Math.min(page.estimated, page.seconds), 0)
  if (all === 0) return `${counted(readers, 'reader')}, time not measured`
  const part =
    estimated === 0 ? '' : estimated === all ? ', estimated' : `, ${inAll(estimated)} of it estimated`
  return `${counted(readers, 'reader')}, ${inAll(all)} in all${part}`
}

/** "48 s", "14 min", "2 h 41 min". */
export function inAll(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

function cells(pages: PageReading[], numbers: number[]): PictureCell[] {
  const byPage = new Map(pages.map((reading) => [reading.page, reading]))
  return numbers.map((page) => {
    const reading = byPage.get(page)
    if (!reading) return null
    const { seconds, method } = reading
    return {
      step: stepOfSeconds(seconds),
      isEstimated: method !== 'measured',
      figure: method === 'measured' ? shortTime(seconds) : '',
      words: timeText(reading),
    }
  })
}

const barHeight = 48

function bars(pages: PageReading[], numbers: number[]): ReadingPicture['all'] {
  const byPage = new Map(pages.map((reading) => [reading.page, reading]))
  // The same scale on each screen of columns.
  const high = heights(Math.max(...pages.map(({ seconds }) => seconds)), barHeight)
  return numbers.map((page) => {
    const reading = byPage.get(page)
    if (!reading) return null
    const { seconds, estimated } = reading
    const measured = Math.max(seconds - estimated, 0)
    return {
      measured: high(measured),
      // Shown for a time that is not known: a mark without height.
      estimated: reading.method === 'unknown' ? 3 : high(Math.min(estimated, seconds)),
      figure: measured > 0 ? shortTime(measured) : '',
      words: timeText(reading),
    }
  })
}

/** "about 15 s"; what was measured and what was estimated are never one figure. */
function timeText({ seconds, estimated, method }: PageReading): string {
  if (method === 'measured') return longTime(seconds)
  if (method === 'unknown') return 'shown, not measured'
  if (method === 'estimated') return `about ${longTime(seconds)}`
  return `${longTime(Math.max(seconds - estimated, 0))} and about ${longTime(estimated)} more`
}

/** "48", "2:11", "1 h": as short as a column. */
function shortTime(seconds: number): string {
  if (seconds < 100) return String(seconds)
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)} h`
  return seconds < 600
    ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
    : `${Math.floor(seconds / 60)}m`
}

/** "48 s", "2 min 11 s". */
function longTime(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
  return [
    ...(minutes > 0 ? [`${minutes} min`] : []),
    ...(rest > 0 || minutes === 0 ? [`${rest} s`] : []),
  ].join(' ')
}
