import { RenderError, type PageSize } from './types.ts'

export const MAX_PAGES = 5_000
export const MAX_DOCUMENT_BYTES = 150 * 1024 * 1024
export const MAX_SIDE_PIXELS = 10_000
export const MAX_PAGE_PIXELS = 16_000_000
export const MAX_SOURCE_PIXELS = 50_000_000

export function requirePageCount(count: number): void {
  if (count < 1) throw new RenderError('corrupt', 'the document has no pages')
  if (count > MAX_PAGES) throw new RenderError('too many pages', `the document has ${count} pages`)
}

export function requireDocumentBytes(size: number): void {
  if (size === 0) throw new RenderError('corrupt', 'the document is empty')
  if (size > MAX_DOCUMENT_BYTES) throw new RenderError('too large', `the document has ${size} bytes`)
}

/** Pixels of a page rendered at a width, reduced if a side or the whole would exceed the limits. */
export function fitPixels(page: PageSize, width: number): PageSize {
  const requested = Math.min(Math.max(1, Math.round(width)), MAX_SIDE_PIXELS)
  let scale = requested / page.width
  scale = Math.min(scale, MAX_SIDE_PIXELS / page.height)
  scale = Math.min(scale, Math.sqrt(MAX_PAGE_PIXELS / (page.width * page.height)))
  // Rounding up could exceed the limit on pixels by a row.
  return {
    width: Math.max(1, Math.floor(page.width * scale + 1e-6)),
    height: Math.max(1, Math.floor(page.height * scale + 1e-6)),
  }
}

/** A page without a sensible box is shown as US Letter, as PDFium itself does with a missing one. */
export function sensiblePageSize(page: PageSize): PageSize {
  const isSensible = (side: number) => Number.isFinite(side) && side > 0 && side < 1e7
  return isSensible(page.width) && isSensible(page.height) ? page : { width: 612, height: 792 }
}
