import { Fragment, type ReactNode } from 'react'

export type RoomTab = 'files' | 'people' | 'rights' | 'activity' | 'settings' | 'bin' | 'end' | 'leave'

export type RoomHeadShown = {
  name: string
  /** The room's first page. */
  to: string
  here: RoomTab
  /** The pages of the room that this person can open. */
  tabs: { tab: RoomTab; name: string; to: string }[]
  /** What everyone needs to know about the room: that it is archived, or ends soon. */
  notes: string[]
}

type Props = {
  head: RoomHeadShown
  /** What the page is about, if not the room as a whole: then the heading, under the room's name. */
  title?: string
  /** The path to the current place, above the heading. */
  breadcrumb?: ReactNode
}

/** The head of each page of a data room. */
export function RoomHead({ head, title, breadcrumb }: Props) {
  return (
    <>
      <div className="page-head">
        <div className="stack room-head">
          {breadcrumb ?? (title === undefined ? null : <BackLink to={head.to} label={head.name} />)}
          <h1 className="breaks">{title ?? head.name}</h1>
        </div>
      </div>
      {head.tabs.length > 1 ? (
        // Text browsers know no `nav`, and would go on in its line.
        <div>
          <nav className="places row" aria-label="This data room">
            {head.tabs.map(({ tab, name, to }) => (
              <Fragment key={tab}>
                <a href={to} aria-current={tab === head.here ? 'page' : undefined}>
                  {name}
                </a>{' '}
              </Fragment>
            ))}
          </nav>
        </div>
      ) : null}
      {head.notes.map((note) => (
        <p key={note} className="notice notice-warn">
          {note}
        </p>
      ))}
    </>
  )
}

/** The link back to where the page was opened from, above its heading. */
export function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <p className="small">
      <a className="breaks" href={to}>
        {label}
      </a>
    </p>
  )
}
