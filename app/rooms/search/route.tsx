import { routes } from '#app/routes.ts'
import { useLoaderData } from '@remix-run/react'
import { RoomHead } from '#app/ui/frame/room-head.tsx'
import { titled } from '#app/request/titled.ts'
import { RoomHits } from './room-hits.tsx'
import { ListFilters } from '#app/ui/tables/list-filters.tsx'
import { NothingFound } from '#app/ui/tables/nothing-found.tsx'
import { loader as load } from '#app/request/loader.server.ts'
import { foundInRoom } from './room-search.server.ts'

/** Items of a data room by name, kind and age. */
export const loader = load(routes.rooms.search, 'member can browse', foundInRoom)

export const meta = titled<typeof loader>((data) => `${data.title}: ${data.head.name}`)

export default function Search() {
  const { head, title, counted, nothing, rows, action, words, filters } = useLoaderData<typeof loader>()
  return (
    <>
      <RoomHead head={head} title={title} />
      <div className="tools">
        <ListFilters
          action={action}
          search={{ label: 'Search this room', placeholder: 'Beginnings of words', value: words }}
          filters={filters}
          verb="Search"
          clear={rows.length > 0 ? action : null}
        />
      </div>
      {counted ? <p className="small soft above-list">{counted}</p> : null}
      {rows.length > 0 ? <RoomHits hits={rows} /> : null}
      {nothing ? <NothingFound words={nothing} all={{ to: action, label: 'Clear filters' }} /> : null}
    </>
  )
}
