import { useLocation, useMatches } from '@remix-run/react'
import {
  FolderLock,
  House,
  Inbox,
  MessageSquare,
  Search,
  Send,
  Server,
  Settings,
  Trash2,
  Upload,
  UserCheck,
  Users,
  type LucideIcon,
} from '#app/ui/icons/icons.ts'
import { href, routes } from '#app/routes.ts'
import { Avatar } from '#app/ui/avatars.tsx'
import { Brand } from '#app/ui/brand.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import type { TransferShown } from '#app/view-models/transfers.server.ts'
import { useHere } from '#app/ui/use-here.ts'

export type ShellShown = {
  account: {
    name: string
    email: string
    initials: string
    plan: string
    isOperator: boolean
    isTeamAdmin: boolean
  }
  /** How many requests wait for a decision, as a badge says it; null if none does. */
  waitingRequests: string | null
  /** When the plan ends, if it does by itself. */
  planEnds: string | null
  /** From when the team requires a second factor that is missing. */
  secondFactorComing: string | null
  /** What goes on beside the page. */
  transfers: TransferShown[]
  /** Whether the menu is collapsed to a rail on wide screens. */
  isCollapsed: boolean
}

type Place = {
  to: string
  icon: LucideIcon
  label: string
  /** The area in app/routes.ts whose pages are inside it; otherwise those whose address is. */
  area?: string
}

const places: Place[] = [
  { to: href(routes.home.index), icon: House, label: 'Home' },
  { to: href(routes.shares.index), icon: Send, label: 'Sent' },
  { to: href(routes.received.index), icon: Inbox, label: 'Received' },
  { to: href(routes.rooms.index), icon: FolderLock, label: 'Rooms', area: 'rooms' },
  { to: href(routes.requests.index), icon: UserCheck, label: 'Requests' },
]

const team: Place = { to: href(routes.team.admin), icon: Users, label: 'Team' }
const more: Place[] = [
  { to: href(routes.shares.trash), icon: Trash2, label: 'Trash' },
  { to: href(routes.settings.index), icon: Settings, label: 'Settings' },
]

const ofOperators: Place = {
  to: href(routes.operator.overview),
  icon: Server,
  label: 'Server',
  area: 'operator',
}

/** What is seldom used, and is not in the bar of phones. */
function moreFor({ isTeamAdmin, isOperator }: ShellShown['account']): Place[] {
  return [...(isTeamAdmin ? [team] : []), ...more, ...(isOperator ? [ofOperators] : [])]
}

/**
 * The navigation of signed-in pages: a bar at the bottom of phones, a rail on tablets, a list on desktops. What has no
 * place in the bar and the rail is in the menu of the account there.
 */
export function Side({ account, waitingRequests, isCollapsed }: ShellShown) {
  return (
    <header className="side">
      <Brand />{' '}
      <a className="btn btn-main" href={href(routes.shares.new)}>
        <Upload className="i" aria-hidden="true" />
        Share<span className="unseen"> files</span>
      </a>{' '}
      <a className="btn-icon only-phone" href={href(routes.home.search)}>
        <Search className="i" aria-hidden="true" />
        <span className="unseen">Search</span>
      </a>
      <nav aria-label="Main">
        <Places
          className="nav nav-main"
          places={places}
          waiting={{ [href(routes.requests.index)]: waitingRequests }}
        />
        <Places className="nav nav-more" places={moreFor(account)} />
      </nav>
      <CollapseForm isCollapsed={isCollapsed} /> <AccountMenu account={account} />
    </header>
  )
}

type PlacesProps = {
  places: Place[]
  className: string
  /** What waits at a place, by its address. */
  waiting?: Record<string, string | null>
}

function Places({ places: shown, className, waiting = {} }: PlacesProps) {
  const { pathname } = useLocation()
  const area = useMatches().at(-1)?.id.split('.')[0]
  return (
    <ul className={className}>
      {shown.map((place) => {
        const { to, icon: Icon, label } = place
        return (
          <li key={to}>
            <a href={to} aria-current={currency(place, pathname, area)}>
              <Icon className="i" aria-hidden="true" />
              {label}
              {waiting[to] ? <Count>{waiting[to]}</Count> : null}
            </a>
          </li>
        )
      })}
    </ul>
  )
}

/** A badge, of which a text browser and a screen reader make "Requests, 3 waiting". */
function Count({ children }: { children: string }) {
  return (
    <span className="count">
      <span className="unseen">, </span>
      {children}
      <span className="unseen"> waiting</span>
    </span>
  )
}

/** The page itself, or a page inside this place. */
function currency({ to, area }: Place, pathname: string, here?: string): 'page' | 'true' | undefined {
  const path = pathname.replace(/(?<=.)\/+$/, '')
  if (path === to) return 'page'
  return (area ? here === area : path.startsWith(`${to}/`)) ? 'true' : undefined
}

/** On wide screens with a pointer the menu can collapse to a rail, which opens when it is pointed at. */
function CollapseForm({ isCollapsed }: { isCollapsed: boolean }) {
  const here = useHere()
  return (
    <Form
      intent={isCollapsed ? 'expandMenu' : 'collapseMenu'}
      action={href(routes.home.menu)}
      className="collapse"
    >
      <input type="hidden" name="to" value={here} />
      <input type="submit" className="as-link" value={isCollapsed ? 'Keep menu open' : 'Collapse menu'} />
    </Form>
  )
}

function AccountMenu({ account }: Pick<ShellShown, 'account'>) {
  return (
    <details className="account menu">
      <summary>
        <Avatar {...account} />
        <span className="who">{account.name}</span>
      </summary>
      <div>
        <div className="account-who small soft">
          <p>{account.email}</p>
          <p>
            {account.plan} plan{account.isOperator ? ', administrator' : null}
          </p>
        </div>
        <ul>
          {moreFor(account).map(({ to, icon: Icon, label }) => (
            <li key={to} className="only-narrow">
              <a href={to}>
                <Icon className="i" aria-hidden="true" />
                {label}
              </a>
            </li>
          ))}
          <li>
            <a href={href(routes.public.feedback)}>
              <MessageSquare className="i" aria-hidden="true" />
              Feedback
            </a>
          </li>
        </ul>
        <Form intent="signOut" action={href(routes.access.logout)}>
          <Submit className="btn-small wide">Sign out</Submit>
        </Form>
      </div>
    </details>
  )
}
