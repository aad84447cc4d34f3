import { Ellipsis } from 'lucide-react'

export type RowAction = { label: string; to: string; isBad?: boolean }

type Props = {
  of: string
  actions: RowAction[]
  /** A link that script can copy, as one more item. */
  link?: string
}

/** What can be done with one row. Opening the menu of another closes it. */
export function RowMenu({ of, actions, link }: Props) {
  return (
    <details className="menu" name="menu">
      <summary>
        <Ellipsis className="i" aria-hidden="true" />
        <span className="unseen">Actions for {of}</span>
      </summary>
      <ul data-copy={link} data-copy-of={link ? of : undefined}>
        {actions.map(({ label, to, isBad }) => (
          <li key={label} className={isBad ? 'sep' : undefined}>
            <a href={to} className={isBad ? 'bad' : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
