import type { BasePage, MissingLetters, PageSize } from './types.ts'

/** What a worker keeps open between two pages of the same document. */
export interface OpenDocument {
  readonly pages: PageSize[]
  /** Renders a page (1-based) at a width in pixels, within the limits of limits.ts. */
  render(page: number, width: number): Promise<BasePage>
  /** The words on a page (1-based) in lines, none if it is an image. */
  text(page: number): string
  /** Where letters are blank, for lack of a font; null if none are. */
  missingLetters(): MissingLetters | null
  close(): void
}
