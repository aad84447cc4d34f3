/** What is told beside the words of a share that its reader cannot open any more, or that cannot be shown. */
export type EndedShareShown = {
  sender: { name: string; email: string }
  /** Of the e-mail to the sender. */
  subject: string
  /** Null where nobody knows who reads. */
  mine: { to: string; label: string } | null
}

export function EndedShare({ ended: { sender, subject, mine } }: { ended: EndedShareShown }) {
  return (
    <>
      <p>
        <a className="button" href={`mailto:${sender.email}?subject=${encodeURIComponent(subject)}`}>
          Ask {sender.name}
        </a>{' '}
        <span className="small soft">{sender.email}</span>
      </p>
      {mine ? (
        <p>
          <a href={mine.to}>{mine.label}</a>
        </p>
      ) : null}
    </>
  )
}
