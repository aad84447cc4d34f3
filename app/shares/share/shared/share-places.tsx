import { Fragment } from 'react'

export type SharePlace = {
  name: string
  to: string
  /** How many things wait there for the owner; nothing is shown for none. */
  count: number
}

/** The pages about one share, as links. */
export function SharePlaces({ places, here }: { places: SharePlace[]; here: string }) {
  if (places.length < 2) return null
  return (
    <nav className="tabs" aria-label="About this file">
      {places.map(({ name, to, count }) => (
        <Fragment key={name}>
          <a href={to} aria-current={name === here ? 'page' : undefined}>
            {name}
            {count > 0 ? ` (${count})` : ''}
          </a>{' '}
        </Fragment>
      ))}
    </nav>
  )
}
