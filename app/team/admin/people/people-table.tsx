import { SelectBox } from '#app/ui/tables/select-row.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { RowMenu } from '#app/ui/tables/row-menu.tsx'
import { PersonCell } from '#app/ui/tables/person-cell.tsx'
import { Time } from '#app/ui/tables/time.tsx'
import type { ShownPerson } from './people.server.ts'

/** The people of a team, to be selected in the form around them; on phones each is a card. */
export function PeopleTable({ people }: { people: ShownPerson[] }) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col" className="chk">
            <span className="unseen">Select</span>
          </th>
          <th scope="col">Person</th>
          <th scope="col">Role</th>
          <th scope="col">Status</th>
          <th scope="col">Two-step verification</th>
          <th scope="col" className="o3">
            Signs in with
          </th>
          <th scope="col" className="o2">
            Last sign-in
          </th>
          <th scope="col" className="act">
            <span className="unseen">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <Line key={person.guid} person={person} />
        ))}
      </tbody>
    </table>
  )
}

function Line({ person }: { person: ShownPerson }) {
  const { name, email, state, signedIn, hasAccount, since, acts } = person
  const who = name || email
  return (
    <tr>
      <td className="chk">
        {acts.length > 0 ? <SelectBox field="person" value={person.guid} name={who} /> : null}
      </td>
      <PersonCell name={name} email={email} initials={person.initials} to={person.to} />
      <td className="nowrap">{person.role}</td>
      <td>
        {state.isUsual ? state.words : <Badge tone={state.tone}>{state.words}</Badge>}
        {since ? (
          <div className="small soft nowrap">
            <Time {...since} />
          </div>
        ) : null}
      </td>
      <td data-label={hasAccount ? 'Two-step verification' : undefined}>
        {hasAccount ? person.hasSecondFactor ? 'On' : <Badge tone="warn">Off</Badge> : null}
      </td>
      <td className="o3 methods" data-label={person.methods ? 'Signs in with' : undefined}>
        {person.methods}
      </td>
      <td className="o2 nowrap" data-label={hasAccount ? 'Last sign-in' : undefined}>
        {signedIn ? <Time {...signedIn} /> : hasAccount ? 'Never' : null}
      </td>
      <td className="act">
        <RowMenu of={who} actions={acts.map((label) => ({ label: menuLabel(label), to: person.to }))} />
      </td>
    </tr>
  )
}

/** Each leads to the page of the person, where it asks. */
function menuLabel(act: string): string {
  return act.endsWith('…') ? act : `${act} …`
}
