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
      <RoomHead head={wide.head} title="Rights" />
      <p>
        This is a data room of version 1: rights hold for the whole room. Each viewer sees every file, and
        prints and downloads where the settings of the room allow it. A data room of version 2 has rights for
        each person, each group and each folder.
      </p>
      {wide.upgrade ? (
        <p>
          <a href={wide.upgrade}>Make this a data room of version 2</a>
        </p>
      ) : null}
    </div>
  )
}
