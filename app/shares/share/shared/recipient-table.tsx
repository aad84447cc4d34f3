import { Badge, type Tone } from '#app/ui/badge.tsx'
import { TimeRead } from '#app/ui/time-read.tsx'

type Time = { text: string; title: string }

export type ListedRecipient = {
  to: string
  email: string
  name: string
  /** What applies to this person alone. */
  notes: string[]
  mail: { words: string; tone: Tone; at: Time | null; note: string }
  status: string
  views: number
  time: string
  /** How the time is known; nothing without a time. */
  timeNote: string
  prints: string
  downloads: number
  lastAt: Time | null
}

/** The people of a share: whether the email was sent, and what each did. */
export function RecipientTable({ recipients }: { recipients: ListedRecipient[] }) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">Person</th>
          <th scope="col">Email</th>
          <th scope="col">Status</th>
          <th scope="col" className="r">
            Views
          </th>
          <th scope="col" className="r">
            Time
          </th>
          <th scope="col" className="r">
            Prints
          </th>
          <th scope="col" className="r">
            Downloads
          </th>
          <th scope="col">Last</th>
        </tr>
      </thead>
      <tbody>
        {recipients.map((recipient) => (
          <tr key={recipient.email}>
            <td>
              <a className="name" href={recipient.to}>
                {recipient.name || recipient.email}
              </a>
              {recipient.name ? <div className="small soft break">{recipient.email}</div> : null}
              {recipient.notes.map((note) => (
                <div key={note} className="small soft break">
                  {note}
                </div>
              ))}
            </td>
            <td data-label="Email">
              <Badge tone={recipient.mail.tone}>{recipient.mail.words}</Badge>
              {recipient.mail.at ? (
                <>
                  {' '}
                  <time className="small soft" title={recipient.mail.at.title}>
                    {recipient.mail.at.text}
                  </time>
                </>
              ) : null}
              {recipient.mail.note ? <div className="small break">{recipient.mail.note}</div> : null}
            </td>
            <td data-label="Status">{recipient.status}</td>
            <td className="r" data-label="Views">
              {recipient.views}
            </td>
            <td className="r" data-label="Time">
              <TimeRead time={recipient.time} timeNote={recipient.timeNote} />
            </td>
            <td className="r" data-label="Prints">
              {recipient.prints}
            </td>
            <td className="r" data-label="Downloads">
              {recipient.downloads}
            </td>
            <td data-label="Last">
              {recipient.lastAt ? (
                <time title={recipient.lastAt.title}>{recipient.lastAt.text}</time>
              ) : (
                'Never'
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
