import { pageWidths, screenWidths, type PageWidth } from '#server/rules/sharing/options.ts'

const forPages = pageWidths.filter((width) => width >= screenWidths[0]!)
/** An image that is only slightly too small looks the same. */
const tolerance = 0.9

/**
 * The width of the image to fetch for a page that is `shown` CSS pixels wide. Only zooming fetches the widest, and
 * never a wider one than the file has pixels, of which a PDF has no number.
 */
export function imageWidth(
  shown: number,
  { pixelRatio, isZoomed, ownWidth }: { pixelRatio: number; isZoomed: boolean; ownWidth: number },
): PageWidth {
  const needed = Math.min(shown * pixelRatio, ownWidth) * tolerance
  const offered = isZoomed ? forPages : forPages.filter((width) => width <= screenWidths.at(-1)!)
  return offered.find((width) => width >= needed) ?? offered.at(-1)!
}
