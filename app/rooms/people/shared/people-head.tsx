import { RoomHead, type RoomHeadShown } from '#app/ui/room-head.tsx'

export type PeopleHeadShown = { head: RoomHeadShown; places: { name: string; to: string }[] }

type PeopleHeadProps = PeopleHeadShown & { title: string; here?: string }

/** The head of each page about the people of a room. */
export function PeopleHead({ head, places, title, here }: PeopleHeadProps) {
  return (
    <>
      <RoomHead head={head} title={title} />
      {places.length > 0 ? (
        <nav className="choice-links" aria-label="People of this data room">
          {places.map(({ name, to }) => (
            <span key={name}>
              <a href={to} aria-current={name === here ? 'page' : undefined}>
                {name}
              </a>{' '}
            </span>
          ))}
        </nav>
      ) : null}
    </>
  )
}
