import { routes } from '#app/routes.ts'
import { data } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { RenderFailure } from './render-failure.tsx'
import { loader as load } from '#app/request/loader.server.ts'
import { requireRoomFile, roomFilePage } from './read-room-file.server.ts'
import { titled } from '#app/request/titled.ts'

/** A file in a room, at the addresses of both versions: the viewer, or what to say about a file that is not shown. */
export const loader = load([routes.rooms.read1, routes.rooms.read2], 'visitor', async (context) => {
  const page = await roomFilePage(context, await requireRoomFile(context))
  return data(page, { status: page.status })
})

export const meta = titled<typeof loader>((page) => page.name)

export const handle = { sheet: 'whole' }

export default function Read() {
  return <RenderFailure file={useLoaderData<typeof loader>()} />
}
