import { routes } from '#app/routes.ts'
import { useLoaderData } from '@remix-run/react'
import { RoomStats } from './room-stats.tsx'
import { loader as load } from '#app/request/loader.server.ts'
import { roomStats } from './room-stats.server.ts'
import { titled } from '#app/request/titled.ts'

export const loader = load([routes.rooms.stats1, routes.rooms.stats2], 'member can manage', roomStats)

export { figuresSheet as links } from '#app/ui/charts/figures-sheet.ts'

export const meta = titled<typeof loader>((data) => `Activity – ${data.name}`)

/** The activity of a room, under the addresses of both versions. */
export default function RoomStatsPage() {
  return <RoomStats stats={useLoaderData<typeof loader>()} />
}
