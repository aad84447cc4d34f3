import { useLocation } from '@remix-run/react'
import {
  FolderLock,
  House,
  Inbox,
  Pin,
  PinOff,
  Send,
  Settings,
  Trash2,
  Upload,
  UserPlus,
  type LucideIcon,
} from 'lucide-react'
import { href, routes } from '#app/routes.ts'
import { Form } from '#app/ui/forms/form.tsx'
import { useHere } from '#app/ui/use-here.ts'

type Place = { to: string; icon: LucideIcon; label: string }

/** The destinations, in the order in which they are listed. */
const places: Place[] = [
  { to: href(routes.home.index), icon: House, label: 'Home' },
  { to: href(routes.shares.new), icon: Upload, label: 'Share a file' },
  { to: href(routes.shares.index), icon: Send, label: 'Sent files' },
  { to: href(routes.received.index), icon: Inbox, label: 'Received files' },
  { to: href(routes.rooms.index), icon: FolderLock, label: 'Data rooms' },
  { to: href(routes.requests.index), icon: UserPlus, label: 'Requests' },
  { to: href(routes.shares.trash), icon: Trash2, label: 'Bin' },
]

const settings: Place = { to: href(routes.settings.index), icon: Settings, label: 'Settings' }

/**
 * The menu: pinned beside the page, or a rail of icons that opens over it on hover or focus, or on narrow screens a
 * list under the header that a switch shows. One list for all, so that text browsers print it once.
 */
export function Sidebar({ isPinned }: { isPinned: boolean }) {
  return (
    <nav className="side" aria-label="Main">
      <details className="side-switch">
        <summary>Menu</summary>
      </details>
      <div className="side-panel">
        <ul className="plain">
          {places.map((place) => (
            <PlaceLink key={place.to} {...place} />
          ))}
        </ul>
        <div className="side-foot">
          <ul className="plain">
            <PlaceLink {...settings} />
          </ul>
          <PinForm isPinned={isPinned} />
        </div>
      </div>
    </nav>
  )
}

function PlaceLink({ to, icon: Icon, label }: Place) {
  const { pathname } = useLocation()
  return (
    <li>
      <a className="side-item" href={to} aria-current={currency(to, pathname)}>
        <Icon className="icon" aria-hidden="true" />
        <span>{label}</span>
      </a>
    </li>
  )
}

/** The page itself, or a page inside this place. */
function currency(to: string, pathname: string): 'page' | 'true' | undefined {
  const here = pathname.replace(/(?<=.)\/+$/, '')
  if (here === to) return 'page'
  return here.startsWith(`${to}/`) ? 'true' : undefined
}

function PinForm({ isPinned }: { isPinned: boolean }) {
  const here = useHere()
  const [Icon, words] = isPinned ? [PinOff, 'Unpin'] : [Pin, 'Pin the menu']
  return (
    <Form intent={isPinned ? 'unpinMenu' : 'pinMenu'} action={href(routes.home.menu)} className="side-pin">
      <input type="hidden" name="to" value={here} />
      <div className="side-button">
        <Icon className="icon" aria-hidden="true" />
        <input type="submit" className="side-item" value={words} />
      </div>
    </Form>
  )
}
