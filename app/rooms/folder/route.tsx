import { routes } from '#app/routes.ts'
import { useActionData, useLoaderData } from '@remix-run/react'
import { FolderPage } from '#app/rooms/shared/folder-page.tsx'
import { loader as load } from '#app/request/loader.server.ts'
import { roomFolder } from '#app/rooms/shared/room-folder.server.ts'
import { folderAction } from './room-retry.server.ts'
import { titled } from '#app/request/titled.ts'

/** A data room, or a folder in it, under the addresses of both versions. */
export const loader = load([routes.rooms.folder1, routes.rooms.folder2], 'visitor', roomFolder)

export const action = folderAction

export const meta = titled<typeof loader>((data) => data.title)

export default function Folder() {
  return <FolderPage folder={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
