/** What is told beside the words of a file or a room that its reader cannot open any more, or that cannot be shown. */
export type EndedShown = {
  /** Its sender or owner; null to who is that. */
  ask: { name: string; email: string } | null
  /** Of the email to them. */
  subject: string
  /** Where who reads this can undo it. */
  undo?: { to: string; label: string }
  /** Null where no one knows who reads. */
  mine: { to: string; label: string } | null
}

export function Ended({ ended: { ask, subject, undo, mine } }: { ended: EndedShown }) {
  return (
    <>
      {undo ? (
        <p>
          <a className="button" href={undo.to}>
            {undo.label}
          </a>
        </p>
      ) : null}
      {ask ? (
        <p>
          <a className="button" href={`mailto:${ask.email}?subject=${encodeURIComponent(subject)}`}>
            Ask {ask.name}
          </a>{' '}
          <span className="small soft">{ask.email}</span>
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
