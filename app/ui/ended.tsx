import type { DoorBar } from './frame/door-bar.tsx'

/**
 * What is shown beside the message about a file or a room that its reader can no longer open, or that cannot be shown.
 */
export type EndedShown = {
  /** Instead of the failure's own. */
  title?: string
  /** The bar of the sender's company; null for the product's own. */
  door: DoorBar | null
  /** Its sender or owner; null if the reader is that person. */
  ask: { name: string; email: string } | null
  /** For the email to them. */
  subject: string
  /** What they can still give. */
  wanted?: 'access' | 'more time'
  /** Where this reader asks for more days. */
  moreTime?: { to: string; days: number }
  /** Where this reader can undo it. */
  undo?: { to: string; label: string }
  /** Null if the reader is unknown. */
  mine: { to: string; label: string } | null
}

export function Ended({ ended: { ask, subject, wanted, moreTime, undo, mine } }: { ended: EndedShown }) {
  return (
    <>
      {undo ? (
        <p>
          <a className="btn btn-main" href={undo.to}>
            {undo.label}
          </a>
        </p>
      ) : null}
      {moreTime ? (
        <p>
          <a className="btn btn-main btn-big wide" href={moreTime.to}>
            Ask for {moreTime.days} more days
          </a>
        </p>
      ) : null}
      {ask ? (
        <p>
          <a
            className={moreTime ? undefined : 'btn btn-main btn-big wide'}
            href={`mailto:${ask.email}?subject=${encodeURIComponent(subject)}`}
          >
            {moreTime ? `Email ${ask.name}` : `Ask ${ask.name}${wanted ? ` for ${wanted}` : ''}`}
          </a>
        </p>
      ) : null}
      {mine ? (
        <p>
          <a href={mine.to}>{mine.label}</a>
        </p>
      ) : null}
    </>
  )
}
