import type { ShownPeople } from './shown-people.ts'

/** A heading with their number, and who they are; nothing for no one. */
export function People({ people, one, many }: { people: ShownPeople; one: string; many: string }) {
  const { names, total, more } = people
  if (total === 0) return null
  return (
    <>
      <h3>{total === 1 ? one : `${total} ${many}`}</h3>
      <ul className="bullets">
        {names.map((name) => (
          <li key={name} className="break">
            {name}
          </li>
        ))}
      </ul>
      {more > 0 ? <p>And {more} more.</p> : null}
    </>
  )
}
