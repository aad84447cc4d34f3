import { Badge, type Tone } from './badge.tsx'

type Time = { text: string; title: string }

export type ListedRecipient = {
  email: string
  name: string
  mail: { words: string; tone: Tone }
  status: string
  views: number
  time: string
  prints: number
  downloads: number
  lastAt: Time | null
}

export type ListedVisit = {
  key: string
  who: string
  at: Time
  what: string
  isRefused: boolean
  time: string
  from: string
  browser: string
}

/** The people of a share: whether the mail left, and what each did. */
export function RecipientTable({ recipients }: { recipients: ListedRecipient[] }) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">Person</th>
          <th scope="col">Mail</th>
          <th scope="col">Status</th>
          <th scope="col" className="number">
            Views
          </th>
          <th scope="col" className="number">
            Time
          </th>
          <th scope="col" className="number">
            Prints
          </th>
          <th scope="col" className="number">
            Downloads
          </th>
          <th scope="col">Last</th>
        </tr>
      </thead>
      <tbody>
        {recipients.map((recipient) => (
          <tr key={recipient.email}>
            <td>
              <span className="name">{recipient.name || recipient.email}</span>
              {recipient.name ? <div className="small soft breaks">{recipient.email}</div> : null}
            </td>
            <td>
              <span className="label">Mail</span>
              <Badge tone={recipient.mail.tone}>{recipient.mail.words}</Badge>
            </td>
            <td>
              <span className="label">Status</span>
              {recipient.status}
            </td>
            <td className="number">
              <span className="label">Views</span>
              {recipient.views}
            </td>
            <td className="number">
              <span className="label">Time</span>
              {recipient.time}
            </td>
            <td className="number">
              <span className="label">Prints</span>
              {recipient.prints}
            </td>
            <td className="number">
              <span className="label">Downloads</span>
              {recipient.downloads}
            </td>
            <td>
              <span className="label">Last</span>
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

/** Visits and refused attempts, newest first. */
export function VisitTable({ visits }: { visits: ListedVisit[] }) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Who</th>
          <th scope="col">What</th>
          <th scope="col" className="number">
            Time
          </th>
          <th scope="col">From</th>
        </tr>
      </thead>
      <tbody>
        {visits.map((visit) => (
          <tr key={visit.key}>
            <td>
              <span className="label">When</span>
              <time title={visit.at.title}>{visit.at.text}</time>
            </td>
            <td className="breaks">
              <span className="label">Who</span>
              {visit.who}
            </td>
            <td>
              <span className="label">What</span>
              {visit.isRefused ? <Badge tone="bad">Refused</Badge> : null} {visit.what}
            </td>
            <td className="number">
              <span className="label">Time</span>
              {visit.time}
            </td>
            <td>
              <span className="label">From</span>
              {visit.from}
              <div className="small soft">{visit.browser}</div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
