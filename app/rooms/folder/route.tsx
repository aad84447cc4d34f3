import { routes } from '#app/routes.ts'
import type { MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { productName } from '#server/rules/product/product.ts'
import { FolderPage } from '#app/rooms/shared/folder-page.tsx'
import { loader as load } from '#app/request/loader.server.ts'
import { roomFolder } from '#app/rooms/shared/room-folder.server.ts'
import { folderAction } from './room-retry.server.ts'

/** A data room, or a folder in it, under the addresses of both versions. */
export const loader = load([routes.rooms.folder1, routes.rooms.folder2], 'visitor', roomFolder)

export const action = folderAction

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.title} – ${productName}` : productName },
]

export default function Folder() {
  return <FolderPage folder={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
