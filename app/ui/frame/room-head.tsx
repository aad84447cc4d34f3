import { useRouteLoaderData } from '@remix-run/react'
import { href, routes } from '#app/routes.ts'
import { AreaHead, type Crumb, type Tab } from './area-head.tsx'
import type { ShownLogo } from './door-bar.tsx'
import type { ReactNode } from 'react'

export type RoomTab = 'files' | 'people' | 'rights' | 'activity' | 'settings' | 'leave'

export type RoomHeadShown = {
  name: string
  /** The room's first page. */
  to: string
  /** A line of facts about the room. */
  facts: string[]
  /** The pages of the room that this person can open. */
  tabs: Tab[]
  /** The style sheet with the colours of the room's team, for the layout around the page. */
  bar: string | null
  logo: { logo: ShownLogo; company: string } | null
  /** What everyone needs to know about the room: that it is archived, or ends soon. */
  notes: string[]
}

type Props = {
  head: RoomHeadShown
  /** What the page shows, if not the room's first page. */
  title?: string
  /** The places in the room between it and this page; null where the page stands as a root of its own. */
  crumbs?: Crumb[] | null
  actions?: ReactNode
}

/** The head of each page of a data room: the room's name everywhere, under it what the page shows. */
export function RoomHead({ head, title = head.name, crumbs = [], actions }: Props) {
  const isTab = head.tabs.some(({ label, isHere }) => isHere && label === title)
  const room = { to: head.to, label: head.name }
  const hasAccount = useHasAccount()
  const rooms = hasAccount ? [{ to: href(routes.rooms.index), label: 'Rooms' }] : []
  const above =
    title === head.name || crumbs === null ? [] : [room, ...crumbs.filter(({ to }) => to !== head.to)]
  return (
    <>
      <AreaHead
        crumbs={crumbs === null ? [] : [...rooms, ...above]}
        here={title}
        picture={hasAccount && head.logo ? <TeamPlate {...head.logo} /> : null}
        title={head.name}
        facts={head.facts.join(' · ')}
        actions={actions}
        tabs={head.tabs}
        tabsLabel="This data room"
      />
      {title === head.name ? null : (
        <h2 id="here" className={isTab ? 'unseen' : 'here'}>
          {title}
        </h2>
      )}
      {head.notes.map((note) => (
        <p key={note} className="note note-warn">
          {note}
        </p>
      ))}
    </>
  )
}

/** The logo on its own colours, which the strip above brings: on others it may be invisible. */
function TeamPlate({ logo, company }: NonNullable<RoomHeadShown['logo']>) {
  return (
    <span className="room-bar room-plate">
      <img {...logo} alt={company} />
    </span>
  )
}

/** Whether this page is in the frame of an account, which has a list of rooms. */
function useHasAccount(): boolean {
  const frame = useRouteLoaderData('room') as { shell: unknown } | undefined
  return frame === undefined || frame.shell !== null
}
