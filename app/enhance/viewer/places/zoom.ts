import type { PageSize } from './page-sizes.ts'

/** `auto` is the size of the page without script; a number is percent of the size on paper. */
export type Zoom = 'auto' | 'width' | 'page' | number

export const zoomSteps = [50, 75, 100, 125, 150, 200, 300]
const least = 50
const max = 300
/** The style sheet keeps pages as they come from the server to this, in CSS pixels. */
const widestByItself = 848
/** Browsers draw nothing further down than this, in CSS pixels. */
const maxColumnHeight = 16_000_000

export type Room = { width: number; height: number }

/** The width of a page in CSS pixels; points are 72 to the inch, pixels 96. */
export function shownWidth(zoom: Zoom, page: PageSize, room: Room, isPicture: boolean): number {
  const own = onPaper(page)
  if (zoom === 'width') return room.width
  if (zoom === 'page') return Math.max(80, Math.min(room.width, (room.height * page.width) / page.height))
  if (typeof zoom === 'number') return (own * zoom) / 100
  return Math.min(room.width, widestByItself, isPicture ? Math.round(own) : Infinity)
}

/** How large a page is shown, in percent of its size on paper. */
export function percentOf(width: number, page: PageSize): number {
  return Math.round((width / onPaper(page)) * 100)
}

/** The next step up or down from where one is. */
export function nextZoom(percent: number, direction: 1 | -1): number {
  if (direction > 0) return zoomSteps.find((step) => step > percent + 1) ?? max
  return zoomSteps.findLast((step) => step < percent - 1) ?? least
}

/** The zoom after a gesture; a column longer than browsers can draw is not started. */
export function heldZoom(percent: number, pages: { count: number; usual: PageSize }): number {
  const pageHeight = (pages.usual.height * 96) / 72
  const longest = (maxColumnHeight / (pages.count * pageHeight)) * 100
  return Math.round(Math.max(least, Math.min(max, longest, percent)))
}

function onPaper({ width }: PageSize): number {
  return (width * 96) / 72
}
