import { Fragment } from 'react'
import type { Choice } from './stats-links.server.ts'

/** Links of which one is chosen. */
export function Choices({ label, choices }: { label: string; choices: Choice[] }) {
  return (
    <nav className="seg" aria-label={label}>
      {choices.map(({ name, to, isChosen, count }) => (
        <Fragment key={name}>
          <a href={to} aria-current={isChosen ? 'true' : undefined}>
            {name}
            {count === undefined ? null : <span className="soft"> {count}</span>}
          </a>{' '}
        </Fragment>
      ))}
    </nav>
  )
}
