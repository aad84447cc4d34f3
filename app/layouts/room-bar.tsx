import { ChevronDown } from '#app/ui/icons/icons.ts'
import { href, routes } from '#app/routes.ts'
import type { RoomHeadShown } from '#app/ui/frame/room-head.tsx'
import { Brand } from '#app/ui/brand.tsx'

type Props = {
  /** The address that this visitor confirmed, if any. */
  reader: string | null
  /** A style sheet with the colours of the room's team. */
  styles: string | null
  logo: RoomHeadShown['logo']
}

/** The bar over a room for people without an account, in the colours of its team, and the links out of it. */
export function RoomBar({ reader, styles, logo }: Props) {
  return (
    <header className="room-bar">
      {styles ? <link rel="stylesheet" href={styles} /> : null}
      {logo ? (
        <a className="brand" href={href(routes.received.reader)}>
          <img {...logo.logo} alt="" />
          <span>{logo.company}</span>
        </a>
      ) : (
        <Brand to={href(routes.received.reader)} />
      )}{' '}
      {reader === null ? null : (
        <details className="menu">
          <summary>
            <span className="room-visitor">{reader}</span>
            <ChevronDown className="i" aria-hidden="true" />
          </summary>
          <div>
            <p className="account-who small soft">You’re here as {reader}.</p>
            <ul>
              <li>
                <a href={href(routes.received.reader)}>Files and data rooms shared with me</a>
              </li>
            </ul>
          </div>
        </details>
      )}
    </header>
  )
}
