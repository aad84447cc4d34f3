import { ChevronDown } from 'lucide-react'
import { href, routes } from '#app/routes.ts'
import { Brand } from '#app/ui/brand.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'

/** Who views a room: `hasAccount` is false for people who confirmed an address with a code. */
export type RoomVisitor = { hasAccount: boolean; name: string; email: string }

/** The bar over a room, in the colours of its team, and the links out of it. */
export function RoomBar({ visitor, styles }: { visitor: RoomVisitor | null; styles: string | null }) {
  return (
    <header className="bar room-bar">
      {styles ? <link rel="stylesheet" href={styles} /> : null}
      <div className="bar-brand">
        <Brand to={visitor?.hasAccount ? href(routes.home.index) : href(routes.received.reader)} />
      </div>
      {visitor ? <VisitorMenu {...visitor} /> : null}
    </header>
  )
}

function VisitorMenu({ hasAccount, name, email }: RoomVisitor) {
  return (
    <details className="account">
      <summary>
        <span className="room-visitor">{name}</span>
        <ChevronDown className="icon account-sign" aria-hidden="true" />
      </summary>
      <div className="account-menu">
        <p className="small soft">{hasAccount ? email : `You are known here as ${email}.`}</p>
        <ul className="plain">
          {(hasAccount ? placesWithAccount : placesOfReader).map(({ to, label }) => (
            <li key={to}>
              <a className="account-link" href={to}>
                {label}
              </a>
            </li>
          ))}
        </ul>
        {hasAccount ? (
          <Form intent="signOut" action={href(routes.access.logout)}>
            <Submit className="button-quiet button-small button-wide">Sign out</Submit>
          </Form>
        ) : null}
      </div>
    </details>
  )
}

const placesWithAccount = [
  { to: href(routes.rooms.index), label: 'Data rooms' },
  { to: href(routes.home.index), label: 'Home' },
]

/** There a reader can also make this browser forget the address. */
const placesOfReader = [{ to: href(routes.received.reader), label: 'Files and data rooms shared with me' }]
