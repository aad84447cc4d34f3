import { routes } from '#app/routes.ts'
import { data, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { productName } from '#server/rules/product/product.ts'
import { UnshownFile } from './unshown-file.tsx'
import { loader as load } from '#app/request/loader.server.ts'
import { requireRoomFile, roomFilePage } from './read-room-file.server.ts'

/** A file of a room, under the addresses of both versions: the viewer, or what there is to say of a file that is not shown. */
export const loader = load([routes.rooms.read1, routes.rooms.read2], 'visitor', async (context) => {
  const page = await roomFilePage(context, await requireRoomFile(context))
  return data(page, { status: page.status })
})

export const meta: MetaFunction<typeof loader> = ({ data: page }) => [
  { title: page ? `${page.name} – ${productName}` : productName },
]

export default function Read() {
  return <UnshownFile file={useLoaderData<typeof loader>()} />
}
