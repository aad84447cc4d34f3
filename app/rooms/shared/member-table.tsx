import type { ShownTime } from '#server/rules/text/format.ts'
import { Badge, type Tone } from '#app/ui/badge.tsx'
import { TimeRead } from '#app/ui/time-read.tsx'

export type ListedMail = { words: string; tone: Tone; at: ShownTime | null; note: string }
export type ListedMember = {
  guid: string
  to: string
  name: string
  email: string
  role: string
  group: string | null
  notes: string[]
  /** Null for the owner, as is the email. */
  state: { words: string; tone: Tone } | null
  mail: ListedMail | null
  visits: number
  /** How long this person read, and how that is known. */
  time: string
  timeNote: string
  lastAt: ShownTime | null
  mayChoose: boolean
}

type MemberTableProps = { people: ListedMember[]; mayChoose?: boolean; hasGroups: boolean }

/** The members of a room as a table; on phones each is a card. Inside a form, people can be selected. */
export function MemberTable({ people, mayChoose = false, hasGroups }: MemberTableProps) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">Member</th>
          <th scope="col">Role</th>
          {hasGroups ? <th scope="col">Group</th> : null}
          <th scope="col">Status</th>
          <th scope="col">Invitation</th>
          <th scope="col">Visits</th>
          <th scope="col">Time read</th>
          <th scope="col">Last visit</th>
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <MemberLine key={person.guid} person={person} mayChoose={mayChoose} hasGroups={hasGroups} />
        ))}
      </tbody>
    </table>
  )
}

type LineProps = { person: ListedMember; mayChoose: boolean; hasGroups: boolean }

function MemberLine({ person, mayChoose, hasGroups }: LineProps) {
  const { name, email } = person
  return (
    <tr>
      <td>
        <div className={mayChoose ? 'choosable' : undefined}>
          {mayChoose && person.mayChoose ? (
            <input type="checkbox" name="member" value={person.guid} aria-label={`Select ${name || email}`} />
          ) : null}
          <div className="break">
            <a className="name" href={person.to}>
              {name || email}
            </a>
            {name ? <div className="small soft">{email}</div> : null}
          </div>
        </div>
      </td>
      <td data-label="Role">{person.role}</td>
      {hasGroups ? (
        <td className="break" data-label="Group">
          {person.group ?? '–'}
        </td>
      ) : null}
      <td data-label="Status">
        {person.state ? <Badge tone={person.state.tone}>{person.state.words}</Badge> : '–'}
        {person.notes.map((note) => (
          <div key={note} className="small soft">
            {note}
          </div>
        ))}
      </td>
      <td data-label="Invitation">{person.mail ? <Mail mail={person.mail} /> : '–'}</td>
      <td data-label="Visits">{person.visits}</td>
      <td data-label="Time read">
        <TimeRead time={person.time} timeNote={person.timeNote} />
      </td>
      <td data-label="Last visit">
        {person.lastAt ? (
          <time dateTime={person.lastAt.iso} title={person.lastAt.title}>
            {person.lastAt.text}
          </time>
        ) : (
          'Never'
        )}
      </td>
    </tr>
  )
}

function Mail({ mail }: { mail: ListedMail }) {
  return (
    <>
      <Badge tone={mail.tone}>{mail.words}</Badge>
      {mail.at ? (
        <div className="small soft">
          <time dateTime={mail.at.iso} title={mail.at.title}>
            {mail.at.text}
          </time>
        </div>
      ) : null}
      {mail.note ? <div className="small soft break">{mail.note}</div> : null}
    </>
  )
}

/** The group for "Put into group". */
export function GroupSelect({ groups }: { groups: { guid: string; name: string }[] }) {
  return (
    <div className="field">
      <label htmlFor="group">Group, for “Add to group”</label>{' '}
      <select id="group" name="group" defaultValue="">
        <option value="">No group</option>
        {groups.map(({ guid, name }) => (
          <option key={guid} value={guid}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}
