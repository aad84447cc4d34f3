import { Fragment } from 'react'

/** One choice of a list as a link; the current one is marked. */
export type ChoiceLink = { label: string; to: string; isHere: boolean }

/** Filters or orders of a list: one row of links, each its own address. */
export function ChoiceLinks({ label, choices }: { label: string; choices: ChoiceLink[] }) {
  return (
    // In a box of its own: text browsers know no `nav`, and would go on in its line.
    <div>
      <nav className="seg" aria-label={label}>
        <span className="unseen">{label}:</span>{' '}
        {choices.map(({ label: name, to, isHere }) => (
          <Fragment key={name}>
            <a href={to} aria-current={isHere ? 'true' : undefined}>
              {name}
            </a>{' '}
          </Fragment>
        ))}
      </nav>
    </div>
  )
}
