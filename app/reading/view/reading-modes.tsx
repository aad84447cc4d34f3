import { PageJump, type PageJumpShown } from './page-jump.tsx'
import { SlowLine, type SlowLineShown } from './slow-line.tsx'
import { ZoomLinks, type ZoomLink } from './zoom-links.tsx'

export type ReadingModesShown = {
  zoom: 150 | 200 | null
  isSlow: boolean
  zooms: ZoomLink[]
  /** Where the thumbnails are. */
  thumbnails: string
  /** The link to the mode for slow connections; null in it. */
  slow: SlowLineShown | null
  /** The sizes of the previous and next screen on a slow connection; null on any other. */
  notes: { previous: string; next: string } | null
  jump: PageJumpShown
}

/** What a viewer does by script, as links and a form. */
export function ReadingModes({ modes }: { modes: ReadingModesShown }) {
  return (
    <nav className="reading-modes small no-print" aria-label="How pages are shown">
      <ZoomLinks links={modes.zooms} />{' '}
      {modes.isSlow ? null : (
        <>
          <a href={modes.thumbnails}>Thumbnails</a>{' '}
        </>
      )}
      <SlowLine slow={modes.slow} /> <PageJump jump={modes.jump} />
    </nav>
  )
}
