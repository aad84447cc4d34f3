import type { SizedPage } from './places/page-sizes.ts'

/** What the page passes to the script of the viewer, in `data-viewer` as JSON. */
export type ViewerScriptFacts = {
  shareGuid: string
  total: number
  /** Those in the page as it was served. */
  pages: SizedPage[]
  /** Whether a page is an image, which is not shown larger than it is unless someone zooms. */
  isPicture: boolean
  /** Whether two pages are side by side, where there is room for them. */
  isSpread: boolean
  /** What each address of pages carries: the version being viewed. */
  query: Record<string, string | number | undefined>
  /** The token of this browser's forms. */
  token: string
  /** Addresses; null for what this reader does not have. */
  heartbeat: string | null
  find: string | null
  comments: string | null
  /** The page about the file, where one goes when reading is over. */
  file: string
}

/** Null if the page shows no pages. */
export function readFacts(viewer: HTMLElement): ViewerScriptFacts | null {
  const text = viewer.dataset['viewer']
  return text === undefined ? null : (JSON.parse(text) as ViewerScriptFacts)
}
