import { routes } from '#app/routes.ts'
import { useLoaderData } from '@remix-run/react'
import { RoomHead } from '#app/ui/frame/room-head.tsx'
import { titled } from '#app/request/titled.ts'
import { RoomHits } from './room-hits.tsx'
import { RoomSearchForm } from './room-search-form.tsx'
import { loader as load } from '#app/request/loader.server.ts'
import { foundInRoom } from './room-search.server.ts'

/** Items of a data room by name, kind and age. */
export const loader = load(routes.rooms.search, 'member can browse', foundInRoom)

export const meta = titled<typeof loader>((data) => `${data.title}: ${data.head.name}`)

export default function Search() {
  const { head, title, said, rows, ...form } = useLoaderData<typeof loader>()
  return (
    <>
      <RoomHead head={head} title={title} />
      <div className="stack">
        <RoomSearchForm {...form} />
        {said ? <output className="soft">{said}</output> : null}
        {rows.length > 0 ? <RoomHits hits={rows} /> : null}
      </div>
    </>
  )
}
