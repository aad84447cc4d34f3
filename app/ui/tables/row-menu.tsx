import type { ReactNode } from 'react'

type ActionsMenuProps = {
  /** The name of what the actions are done with. */
  of: string
  /** A link that script can copy, as one more item. */
  link?: string | undefined
  children: ReactNode
}

/**
 * A menu behind three dots; its children are its items. Opening it closes that of another row. The dots are of the
 * style sheet, which hides the words behind them: a long list has one such menu in each row.
 */
export function ActionsMenu({ of, link, children }: ActionsMenuProps) {
  return (
    <details className="menu dots" name="menu">
      <summary aria-label={`Actions for ${of}`}>Actions</summary>
      <ul data-copy={link} data-copy-of={link ? of : undefined}>
        {children}
      </ul>
    </details>
  )
}

export type RowAction = { label: string; to: string; isBad?: boolean }

type RowMenuProps = { of: string; actions: RowAction[]; link?: string }

/** What can be done with one thing, each on a page of its own; nothing where there is nothing. */
export function RowMenu({ of, actions, link }: RowMenuProps) {
  if (actions.length === 0 && !link) return null
  return (
    <ActionsMenu of={of} link={link}>
      {actions.map(({ label, to, isBad }) => (
        <li key={label} className={isBad ? 'sep bad' : undefined}>
          <a href={to}>{label}</a>
        </li>
      ))}
    </ActionsMenu>
  )
}
