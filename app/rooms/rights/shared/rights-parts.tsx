import { Fragment } from 'react'
import { RoomHead, type RoomHeadShown } from '#app/ui/frame/room-head.tsx'

type Trail = { trail: { name: string; to: string }[] }

/** The path down to the folder being viewed. */
export function FolderTrail({ trail }: Trail) {
  if (trail.length <= 1) return null
  return (
    <nav aria-label="Folders" className="break">
      {trail.map(({ name, to }, at) => (
        <Fragment key={to}>
          {at > 0 ? ' / ' : ''}
          <a href={to} aria-current={at === trail.length - 1 ? 'true' : undefined}>
            {name}
          </a>
        </Fragment>
      ))}
    </nav>
  )
}

/** What is said about permissions if all viewers have the same. */
export type RoomWide = { head: RoomHeadShown; upgrade: string | null }

/** What is said about permissions in a room of version 1. */
export function RoomWideRights({ wide }: { wide: RoomWide }) {
  return (
    <>
      <RoomHead head={wide.head} title="Permissions" />
      <div className="measure card stack">
        <p>
          In this data room, permissions apply to the whole room. Every viewer sees every file, and can print
          and download if the room’s settings allow it. Upgrade it to set permissions by member, group and
          folder.
        </p>
        {wide.upgrade ? (
          <p>
            <a className="btn btn-main" href={wide.upgrade}>
              Upgrade data room
            </a>
          </p>
        ) : null}
      </div>
    </>
  )
}
