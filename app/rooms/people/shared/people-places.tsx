import { ChoiceLinks } from '#app/ui/forms/choice-links.tsx'
import type { PeopleHeadShown } from './people-head.tsx'

/** Leads from the list of people to that of groups and back. */
export function PeoplePlaces({ places, here }: { places: PeopleHeadShown['places']; here: string }) {
  if (places.length < 2) return null
  return (
    <ChoiceLinks
      label="People in this data room"
      choices={places.map(({ name, to }) => ({ label: name, to, isHere: name === here }))}
    />
  )
}
