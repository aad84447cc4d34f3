import { ChoiceLinks } from '#app/ui/forms/choice-links.tsx'
import { RoomHead, type RoomHeadShown } from '#app/ui/frame/room-head.tsx'

export type PeopleHeadShown = { head: RoomHeadShown; places: { name: string; to: string }[] }

type PeopleHeadProps = PeopleHeadShown & { title: string; here?: string }

/** The head of each page about the people of a room. */
export function PeopleHead({ head, places, title, here }: PeopleHeadProps) {
  return (
    <>
      <RoomHead head={head} title={title} />
      {places.length > 0 ? (
        <ChoiceLinks
          label="People in this data room"
          choices={places.map(({ name, to }) => ({ label: name, to, isHere: name === here }))}
        />
      ) : null}
    </>
  )
}
