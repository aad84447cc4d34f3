import type { BasePage, MissingLetters, PageSize } from './types.ts'

/** What a worker keeps open between two pages of the same document. */
export interface OpenDocument {
  readonly pages: PageSize[]
  /** Draws a page (1-based) at a width in pixels, within the limits of limits.ts. */
  render(page: number, width: number): Promise<BasePage>
  /** The words on a page (1-based) in lines, none where it is a picture. */
  text(page: number): string
  /** Where letters stay blank, for want of a font; null where none does. */
  missingLetters(): MissingLetters | null
  close(): void
}
