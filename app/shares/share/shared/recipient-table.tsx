import type { ShownTime } from '#server/rules/text/format.ts'
import { Address } from '#app/ui/address.tsx'
import { Avatar } from '#app/ui/avatars.tsx'
import { Badge, type Tone } from '#app/ui/badge.tsx'
import { Time } from '#app/ui/tables/time.tsx'
import { TimeRead } from '#app/ui/time-read.tsx'
import { RecipientMenu } from './recipient-menu.tsx'

export type ListedRecipient = {
  to: string
  email: string
  name: string
  initials: string
  /** What applies to this person alone. */
  notes: string[]
  mail: { words: string; tone: Tone; at: ShownTime | null; note: string }
  status: string
  isRevoked: boolean
  /** Whether the link can be sent to them again. */
  isOpen: boolean
  views: number
  time: string
  /** How the time is known; nothing without a time. */
  timeNote: string
  prints: string
  downloads: number
  lastAt: ShownTime | null
}

/** The people of a share: whether the email was sent, and what each did. */
export function RecipientTable({ recipients }: { recipients: ListedRecipient[] }) {
  return (
    <div className="list">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Person</th>
            <th scope="col">Email</th>
            <th scope="col">Status</th>
            <th scope="col">Last seen</th>
            <th scope="col" className="r o1">
              Views
            </th>
            <th scope="col" className="r">
              Time
            </th>
            <th scope="col" className="r o3">
              Prints
            </th>
            <th scope="col" className="r o3">
              Downloads
            </th>
            <th scope="col" className="act">
              <span className="unseen">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {recipients.map((recipient) => (
            <RecipientRow key={recipient.email} recipient={recipient} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function RecipientRow({ recipient }: { recipient: ListedRecipient }) {
  const { to, email, name, initials, notes, mail, status, lastAt, views, prints, downloads } = recipient
  return (
    <tr>
      <td className="nm">
        <div className="named named-short">
          <Avatar name={name || email} initials={initials} />
          <div>
            <a className="name" href={to} title={email}>
              <Address of={name || email} />
            </a>
            {name ? (
              <div className="meta clipped" title={email}>
                {email}
              </div>
            ) : null}
            {notes.map((note) => (
              <div key={note} className="meta">
                {note}
              </div>
            ))}
          </div>
        </div>
      </td>
      <td data-label="Email">
        {mail.tone === 'good' ? (
          <span title={mail.at?.title}>{mail.words}</span>
        ) : (
          <Badge tone={mail.tone}>{mail.words}</Badge>
        )}
        {mail.note ? <div className="small break">{mail.note}</div> : null}
      </td>
      {/* A state with the time left wraps, a word or two do not. */}
      <td className={status.length <= 20 ? 'nowrap' : undefined} data-label="Status">
        {status}
      </td>
      <td className="nowrap" data-label="Last seen">
        {lastAt ? <Time {...lastAt} /> : null}
      </td>
      <td className="r o1" data-label="Views">
        {views || null}
      </td>
      <td className="r nowrap" data-label="Time">
        <TimeRead {...recipient} />
      </td>
      <td className="r o3" data-label="Prints">
        {prints}
      </td>
      <td className="r o3" data-label="Downloads">
        {downloads || null}
      </td>
      <td className="act">
        <RecipientMenu recipient={recipient} />
      </td>
    </tr>
  )
}
