/** What is told beside the words of a file or a room that its reader cannot open any more, or that cannot be shown. */
export type EndedShown = {
  /** Its sender or owner. */
  ask: { name: string; email: string }
  /** Of the e-mail to them. */
  subject: string
  /** Null where nobody knows who reads. */
  mine: { to: string; label: string } | null
}

export function Ended({ ended: { ask, subject, mine } }: { ended: EndedShown }) {
  return (
    <>
      <p>
        <a className="button" href={`mailto:${ask.email}?subject=${encodeURIComponent(subject)}`}>
          Ask {ask.name}
        </a>{' '}
        <span className="small soft">{ask.email}</span>
      </p>
      {mine ? (
        <p>
          <a href={mine.to}>{mine.label}</a>
        </p>
      ) : null}
    </>
  )
}
