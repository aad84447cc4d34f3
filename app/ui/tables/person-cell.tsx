import { Address } from '#app/ui/address.tsx'
import { Avatar } from '#app/ui/avatars.tsx'

type Props = {
  /** Empty for someone of whom only the address is known. */
  name: string
  email: string
  initials: string
  /** Their page. */
  to: string
}

/** The cell of a person in a list of people: their name as the link, with the address below it. */
export function PersonCell({ name, email, initials, to }: Props) {
  return (
    <td className="nm">
      <div className="named">
        <Avatar name={email} initials={initials} />
        <div>
          <a className="name" href={to}>
            <Address of={name || email} />
          </a>
          {name ? (
            <div className="meta">
              <Address of={email} />
            </div>
          ) : null}
        </div>
      </div>
    </td>
  )
}
