import { routes } from '#app/routes.ts'
import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { productName } from '#server/rules/product/product.ts'
import { RoomHead } from '#app/ui/room-head.tsx'
import { RoomHits } from './room-hits.tsx'
import { RoomSearchForm } from './room-search-form.tsx'
import { loader as load } from '#app/request/loader.server.ts'
import { foundInRoom } from './room-search.server.ts'

/** Items of a data room by name, kind and age. */
export const loader = load(routes.rooms.search, 'member can browse', foundInRoom)

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.title}: ${data.head.name} – ${productName}` : productName },
]

export default function Search() {
  const { head, title, said, rows, ...form } = useLoaderData<typeof loader>()
  return (
    <div className="page stack">
      <RoomHead head={head} title={title} />
      <RoomSearchForm {...form} />
      {said ? <output className="soft">{said}</output> : null}
      {rows.length > 0 ? <RoomHits hits={rows} /> : null}
    </div>
  )
}
