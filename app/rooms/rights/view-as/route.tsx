import { routes } from '#app/routes.ts'
import { useLoaderData } from '@remix-run/react'
import { Eye } from '#app/ui/icons/icons.ts'
import { FolderTable } from '#app/rooms/shared/folder-table.tsx'
import { Pager } from '#app/ui/tables/pager.tsx'
import { RoomHead } from '#app/ui/frame/room-head.tsx'
import { titled } from '#app/request/titled.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { roomViewedAs } from './room-viewed-as.server.ts'

/** The room as one of its members sees it. It only reads: nothing is recorded as the member's. */
export const loader = load(routes.rooms.rights.viewAs, 'member can manage', roomViewedAs)

export const meta = titled<typeof loader>((data) => `View as ${data.email}`)

export default function RoomViewAs() {
  const page = useLoaderData<typeof loader>()
  const { email, refusal, rows } = page
  return (
    <>
      <RoomHead head={page.head} title={page.title} crumbs={page.crumbs} />
      <p className="note note-warn">
        <Eye className="i" aria-hidden="true" />{' '}
        <span>
          You’re viewing this as <strong>{email}</strong>. It doesn’t count as their visit, and files open as
          you. <a href={page.leave}>Stop viewing</a>
        </span>
      </p>
      <p className="soft above-list">
        {refusal === null ? `Sees ${page.filesInRoom} in this room.` : `This member sees nothing. ${refusal}`}
      </p>
      {rows.length > 0 ? (
        <div className="list">
          <FolderTable rows={rows} />
        </div>
      ) : refusal === null ? (
        <div className="card empty">
          <p>This folder is empty for this member.</p>
        </div>
      ) : null}
      <Pager label="Pages of this folder" previous={page.previous} next={page.next} where={page.where} />
    </>
  )
}
