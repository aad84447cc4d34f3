import { PageJump, type PageJumpShown } from './page-jump.tsx'
import { SlowLine, type SlowLineShown } from './slow-line.tsx'
import { ZoomLinks, type ZoomLink } from './zoom-links.tsx'

export type ReadingModesShown = {
  zoom: 150 | 200 | null
  isSlow: boolean
  zooms: ZoomLink[]
  /** Where the thumbnails are. */
  thumbnails: string
  /** What leads to the mode for slow lines; null in it. */
  slow: SlowLineShown | null
  /** What the screens before and after weigh on a slow line; null on any other. */
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
