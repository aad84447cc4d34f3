import { Address } from '#app/ui/address.tsx'
import { Avatar } from '#app/ui/avatars.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Time } from '#app/ui/tables/time.tsx'
import type { PeopleData } from './people.server.ts'

type Listed = PeopleData['people'][number]

/** The people of a team; on phones each is a card. */
export function PeopleTable({ people }: { people: Listed[] }) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">Member</th>
          <th scope="col">Role</th>
          <th scope="col">Status</th>
          <th scope="col">Two-step verification</th>
          <th scope="col" className="o3">
            Signs in with
          </th>
          <th scope="col" className="o2">
            Last sign-in
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

function Line({ person }: { person: Listed }) {
  const { name, email, state, signedIn } = person
  return (
    <tr>
      <td className="nm">
        <div className="named">
          <Avatar name={email} initials={person.initials} />
          <div>
            <span className="name">
              <Address of={name || email} />
            </span>
            {name ? (
              <div className="meta">
                <Address of={email} />
              </div>
            ) : null}
          </div>
        </div>
      </td>
      <td className="nowrap">{person.role}</td>
      <td>{state.isUsual ? state.words : <Badge tone={state.tone}>{state.words}</Badge>}</td>
      <td data-label="Two-step verification">
        {person.hasSecondFactor ? 'On' : <Badge tone="warn">Off</Badge>}
      </td>
      <td className="o3 ways" data-label={person.ways ? 'Signs in with' : undefined}>
        {person.ways}
      </td>
      <td className="o2 nowrap" data-label="Last sign-in">
        {signedIn ? <Time {...signedIn} /> : 'Never'}
      </td>
    </tr>
  )
}
