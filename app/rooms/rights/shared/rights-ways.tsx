import { Fragment } from 'react'
import { RoomHead, type RoomHeadShown } from '#app/ui/frame/room-head.tsx'

type Way = {
  /** The path down to the folder being viewed. */
  trail?: { name: string; to: string }[]
  /** Other pages about the same. */
  links?: { label: string; to: string }[]
}

/** The links from a page about permissions. */
export function RightsWays({ trail = [], links = [] }: Way) {
  return (
    <>
      {links.length > 0 ? (
        <p className="row">
          {links.map(({ label, to }) => (
            <Fragment key={to}>
              <a href={to}>{label}</a>{' '}
            </Fragment>
          ))}
        </p>
      ) : null}
      {trail.length > 1 ? (
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
      ) : null}
    </>
  )
}

/** What is said about permissions if all viewers have the same. */
export type RoomWide = { head: RoomHeadShown; upgrade: string | null }

/** What is said about permissions in a room of version 1. */
export function RoomWideRights({ wide }: { wide: RoomWide }) {
  return (
    <div className="measure stack-wide">
      <RoomHead head={wide.head} title="Permissions" />
      <p>
        In this data room, permissions apply to the whole room. Every viewer sees every file, and can print
        and download if the room’s settings allow it. Upgrade it to set permissions by member, group and
        folder.
      </p>
      {wide.upgrade ? (
        <p>
          <a href={wide.upgrade}>Upgrade data room</a>
        </p>
      ) : null}
    </div>
  )
}
