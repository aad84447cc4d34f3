import { SelectBox } from '#app/ui/tables/select-row.tsx'
import type { ShownTime } from '#server/rules/text/format.ts'
import { Badge, type Tone } from '#app/ui/badge.tsx'
import { RowMenu, type RowAction } from '#app/ui/tables/row-menu.tsx'
import { PersonCell } from '#app/ui/tables/person-cell.tsx'
import { Time } from '#app/ui/tables/time.tsx'
import { TimeRead } from '#app/ui/time-read.tsx'

export type ListedMail = { words: string; tone: Tone; at: ShownTime | null; note: string }
export type ListedMember = {
  guid: string
  to: string
  name: string
  email: string
  initials: string
  role: string
  group: string | null
  notes: string[]
  /** Null for the owner, as is the email. What is usual needs no badge. */
  state: { words: string; tone: Tone; isUsual: boolean } | null
  mail: ListedMail | null
  ends: ShownTime | null
  visits: number
  /** How long this person read, and how that is known. */
  time: string
  timeNote: string
  lastAt: ShownTime | null
  mayChoose: boolean
  /** What can be done with this person, as a menu. */
  links: RowAction[]
}

type MemberTableProps = { people: ListedMember[]; hasGroups: boolean }

/** The members of a room, to be selected in the form around them; on phones each is a card. */
export function MemberTable({ people, hasGroups }: MemberTableProps) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col" className="chk">
            <span className="unseen">Select</span>
          </th>
          <th scope="col">Member</th>
          <th scope="col">Role</th>
          <th scope="col">Status</th>
          <th scope="col">Last visit</th>
          <th scope="col" className="o2">
            Ends
          </th>
          <th scope="col" className="o3 r">
            Visits
          </th>
          <th scope="col" className="o3">
            Time read
          </th>
          <th scope="col" className="act">
            <span className="unseen">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <MemberLine key={person.guid} person={person} hasGroups={hasGroups} />
        ))}
      </tbody>
    </table>
  )
}

function MemberLine({ person, hasGroups }: { person: ListedMember; hasGroups: boolean }) {
  const { name, email, state, mail } = person
  const who = name || email
  return (
    <tr>
      <td className="chk">
        {person.mayChoose ? <SelectBox field="member" value={person.guid} name={who} /> : null}
      </td>
      <PersonCell name={name} email={email} initials={person.initials} to={person.to} />
      <td>
        <span className="nowrap">{person.role}</span>
        {hasGroups && person.group ? <div className="small soft break">{person.group}</div> : null}
      </td>
      <td>
        {state ? state.isUsual ? state.words : <Badge tone={state.tone}>{state.words}</Badge> : null}
        {person.notes.map((note) => (
          <div key={note} className="small soft">
            {note}
          </div>
        ))}
        {mail && (!state?.isUsual || mail.tone === 'bad') ? <Mail mail={mail} /> : null}
      </td>
      <td className="nowrap">{person.lastAt ? <Time {...person.lastAt} /> : null}</td>
      <td className="o2 nowrap" data-label={person.ends ? 'Ends' : undefined}>
        {person.ends ? <Time {...person.ends} /> : null}
      </td>
      <td className="o3 r">{person.visits > 0 ? person.visits : null}</td>
      <td className="o3">
        {person.visits > 0 ? <TimeRead time={person.time} timeNote={person.timeNote} /> : null}
      </td>
      <td className="act">
        <RowMenu of={who} actions={person.links} />
      </td>
    </tr>
  )
}

/** What became of the invitation; only its failure is a badge beside the status. */
function Mail({ mail: { words, tone, at, note } }: { mail: ListedMail }) {
  return (
    <>
      {tone === 'bad' ? (
        <>
          {' '}
          <Badge tone={tone}>{words}</Badge>
        </>
      ) : (
        <div className="small soft nowrap">
          {words}
          {at ? (
            <>
              {' '}
              <Time {...at} />
            </>
          ) : null}
        </div>
      )}
      {note ? <div className="small soft break">{note}</div> : null}
    </>
  )
}

/** The group for "Add to group", in the bar of what is done with selected members. */
export function GroupSelect({ groups }: { groups: { guid: string; name: string }[] }) {
  return (
    <>
      <label htmlFor="group" className="unseen">
        Group, for “Add to group”
      </label>{' '}
      <select id="group" name="group" className="in in-auto" defaultValue="">
        <option value="">No group</option>
        {groups.map(({ guid, name }) => (
          <option key={guid} value={guid}>
            {name}
          </option>
        ))}
      </select>{' '}
    </>
  )
}
