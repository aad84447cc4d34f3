import type { ReactNode } from 'react'
import type { Crumb } from '#app/ui/frame/area-head.tsx'
import { RoomHead, type RoomHeadShown } from '#app/ui/frame/room-head.tsx'

export type PeopleHeadShown = {
  head: RoomHeadShown
  /** The lists of people and of groups; only one where the room has no groups. */
  places: { name: string; to: string }[]
}

type PeopleHeadProps = PeopleHeadShown & { title: string; above?: 'People' | 'Groups'; actions?: ReactNode }

/** The head of each page about the people of a room; pages about one of them lie below a list. */
export function PeopleHead({ head, places, title, above, actions }: PeopleHeadProps) {
  const crumbs: Crumb[] = places
    .filter(({ name }) => name === above)
    .map(({ name, to }) => ({ label: name, to }))
  return <RoomHead head={head} title={title} crumbs={crumbs} actions={actions} />
}
