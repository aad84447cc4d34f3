/** People as small circles with their initials; `more` says how many others there are. */
export type ShownPeople = { people: { name: string; initials: string }[]; more: string }

export function Avatars({ people, more }: ShownPeople) {
  if (people.length === 0) return null
  const names = people.map(({ name }) => name).join(', ')
  return (
    <span className="avs" title={names}>
      {people.map(({ name, initials }) => (
        <Avatar key={name} name={name} initials={initials} />
      ))}{' '}
      <span className="unseen">{names}</span>
      {more ? (
        <span className="more-people small soft">
          {' '}
          {more}
          <span className="unseen"> more</span>
        </span>
      ) : null}
    </span>
  )
}

type AvatarProps = { name: string; initials: string; isBig?: boolean }

/** A person's initials in a colour of their own. It decorates: the name is beside it. */
export function Avatar({ name, initials, isBig = false }: AvatarProps) {
  const colour = colourOf(name)
  return <span className={`av av-${colour}${isBig ? ' av-big' : ''}`} data-i={initials} aria-hidden="true" />
}

/** Always the same of five for a name. */
function colourOf(name: string): number {
  let sum = 0
  for (let at = 0; at < name.length; at++) sum = (sum * 31 + name.charCodeAt(at)) % 1009
  return (sum % 5) + 1
}
