import { pageWidths, screenWidths, type PageWidth } from '#server/rules/sharing/options.ts'

const forPages = pageWidths.filter((width) => width >= screenWidths[0]!)
/** A picture that is so much too small is not seen to be. */
const tolerance = 0.9

/**
 * The width of the image to fetch for a page that is `shown` CSS pixels wide. Only who zooms gets the widest,
 * and no one a wider one than the file has pixels, of which a PDF has no number.
 */
export function imageWidth(
  shown: number,
  { pixelRatio, isZoomed, ownWidth }: { pixelRatio: number; isZoomed: boolean; ownWidth: number },
): PageWidth {
  const needed = Math.min(shown * pixelRatio, ownWidth) * tolerance
  const offered = isZoomed ? forPages : forPages.filter((width) => width <= screenWidths.at(-1)!)
  return offered.find((width) => width >= needed) ?? offered.at(-1)!
}
