import { Fragment } from 'react'
import type { ReaderLink } from './reader-links.server.ts'

/** The pages around a file, as links; the space is for browsers without CSS layout. */
export function ReaderLinks({ links }: { links: ReaderLink[] }) {
  return links.map(({ name, to, count }) => (
    <Fragment key={name}>
      <a className="small" href={to}>
        {name}
        {count > 0 ? ` (${count} new)` : ''}
      </a>{' '}
    </Fragment>
  ))
}
