/** People as small circles with their initials; `more` says how many others there are. */
export type ShownPeople = { people: { name: string; initials: string }[]; more: string }

export function Avatars({ people, more }: ShownPeople) {
  if (people.length === 0) return null
  return (
    <div className="avatars">
      {people.map(({ name, initials }) => (
        <span key={name} className="avatar avatar-small" title={name}>
          <span aria-hidden="true">{initials}</span> <span className="unseen">{name} </span>
        </span>
      ))}
      {more ? <span className="small soft"> {more}</span> : null}
    </div>
  )
}
