import { Fragment } from 'react'

export type BreadcrumbStep = { name: string; to: string }

/** How many folders above are shown; beyond that the middle is collapsed. */
const maxShown = 4

/** The path from the room down to the current place; the last step is the folder right above. */
export function Breadcrumb({ steps }: { steps: BreadcrumbStep[] }) {
  if (steps.length === 0) return null
  const isFolded = steps.length > maxShown
  const folded = isFolded ? steps.slice(1, -2) : []
  const shown = isFolded ? [steps[0]!, ...steps.slice(-2)] : steps
  return (
    <nav className="breadcrumb small" aria-label="Folders above">
      {shown.map((step, at) => (
        <Fragment key={step.to}>
          <a href={step.to}>{step.name}</a> <span aria-hidden="true">/</span>{' '}
          {at === 0 && isFolded ? <Folded steps={folded} /> : null}
        </Fragment>
      ))}
    </nav>
  )
}

function Folded({ steps }: { steps: BreadcrumbStep[] }) {
  return (
    <>
      <details>
        <summary>
          … {steps.length} folders<span className="unseen"> between</span>
        </summary>
        <ol className="list">
          {steps.map(({ name, to }) => (
            <li key={to}>
              <a href={to}>{name}</a>
            </li>
          ))}
        </ol>
      </details>{' '}
      <span aria-hidden="true">/</span>{' '}
    </>
  )
}
