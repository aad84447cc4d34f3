import { Fragment } from 'react'

/** One choice of a list as a link; the current one is marked. `count` says how many it shows. */
export type ChoiceLink = { label: string; to: string; isHere: boolean; count?: string | number | undefined }

/** Filters or orders of a list: one row of links, each its own address. */
export function ChoiceLinks({ label, choices }: { label: string; choices: ChoiceLink[] }) {
  return (
    // In a box of its own: text browsers know no `nav`, and would go on in its line.
    <div>
      <nav className="seg" aria-label={label}>
        <span className="unseen">{label}:</span>{' '}
        {choices.map(({ label: name, to, isHere, count }) => (
          <Fragment key={name}>
            <a href={to} aria-current={isHere ? 'true' : undefined}>
              {name}
              {count === undefined ? null : <span className="soft"> {count}</span>}
            </a>{' '}
          </Fragment>
        ))}
      </nav>
    </div>
  )
}

/** The same behind one button, for what is seldom changed. */
export function ChoiceMenu({ label, choices }: { label: string; choices: ChoiceLink[] }) {
  return (
    <details className="menu" name="menu">
      <summary className="btn btn-small">
        {label}: {choices.find(({ isHere }) => isHere)?.label}
      </summary>
      <ul>
        {choices.map(({ label: name, to, isHere }) => (
          <li key={name}>
            <a href={to} aria-current={isHere ? 'true' : undefined}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
