import type { ReactNode } from 'react'

export type ZoomLink = { name: string; to: string; isChosen: boolean }

/** The steps of zoom; the space is for browsers without CSS layout. Script puts its own in their place. */
export function ZoomLinks({ links }: { links: ZoomLink[] }) {
  return (
    <nav className="viewer-zoom" aria-label="How pages are shown">
      <span className="unseen">Zoom:</span>{' '}
      {links.map(({ name, to, isChosen }) => (
        <span key={name}>
          {isChosen ? <strong aria-current="true">{name}</strong> : <a href={to}>{name}</a>}{' '}
        </span>
      ))}
    </nav>
  )
}

type FrameProps = { zoom: 150 | 200 | null; isSlow: boolean; children: ReactNode }

/** Around the pages: enlarged ones are scrolled sideways in it, by keyboard too. */
export function ZoomFrame({ zoom, isSlow, children }: FrameProps) {
  if (zoom === null) return <div className={isSlow ? 'slow-pages' : undefined}>{children}</div>
  return (
    // What scrolls has to be reached without a mouse.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={`zoomed zoomed-${zoom}`} aria-label={`Pages at ${zoom}%`} tabIndex={0}>
      {children}
    </section>
  )
}
