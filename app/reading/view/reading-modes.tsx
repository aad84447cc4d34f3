import type { PageJumpShown } from './page-jump.tsx'
import type { SlowLineShown } from './slow-line.tsx'
import type { ZoomLink } from './zoom-links.tsx'
import { SlowLine } from './slow-line.tsx'

export type ReadingModesShown = {
  zoom: 150 | 200 | null
  isSlow: boolean
  isSpread: boolean
  zooms: ZoomLink[]
  /** Where the thumbnails are. */
  thumbnails: string
  /** To two pages side by side, and back; null where there is one page. */
  spread: string | null
  /** The link to the mode for slow connections; null in it. */
  slow: SlowLineShown | null
  /** The sizes of the previous and next screen on a slow connection; null on any other. */
  notes: { previous: string; next: string } | null
  /** Null where there is one page. */
  jump: PageJumpShown | null
}

/** Other ways of showing the pages, as entries of the viewer's menu. */
export function ReadingModes({ modes }: { modes: ReadingModesShown }) {
  return (
    <>
      {modes.isSlow ? null : (
        <li>
          <a className="viewer-thumbnails-link" href={modes.thumbnails}>
            Thumbnails
          </a>
        </li>
      )}
      {modes.spread ? (
        <li className="only-wide">
          <a className="viewer-spread-link" href={modes.spread}>
            {modes.isSpread ? 'Single pages' : 'Two pages side by side'}
          </a>
        </li>
      ) : null}
      <li>
        <SlowLine slow={modes.slow} />
      </li>
    </>
  )
}
