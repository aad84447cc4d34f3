export type RowAct = { label: string; to: string; isBad?: boolean }

/** What can be done with one row, behind one button. */
export function RowMenu({ name, acts }: { name: string; acts: RowAct[] }) {
  if (acts.length === 0) return null
  return (
    <details className="menu row-menu" name="menu">
      <summary>
        <span className="unseen">Actions for {name}</span>
      </summary>
      <ul>
        {acts.map(({ label, to, isBad }) => (
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
