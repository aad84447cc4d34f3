import { routes } from '#app/routes.ts'
import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { productName } from '#server/rules/product/product.ts'
import { RoomStats } from './room-stats.tsx'
import { loader as load } from '#app/request/loader.server.ts'
import { roomStats } from './room-stats.server.ts'

export const loader = load([routes.rooms.stats1, routes.rooms.stats2], 'member can manage', roomStats)

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Activity – ${data.name} – ${productName}` : productName },
]

/** The activity of a room, under the addresses of both versions. */
export default function RoomStatsPage() {
  return <RoomStats stats={useLoaderData<typeof loader>()} />
}
