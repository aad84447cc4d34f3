import { Fragment } from 'react'
import type { ReaderLink } from './reader-links.server.ts'

/** The pages around a file, as links; the space is for browsers without CSS layout. */
export function ReaderLinks({ links }: { links: ReaderLink[] }) {
  return links.map((link) => (
    <Fragment key={link.name}>
      <a className="small" href={link.to}>
        {readerLinkLabel(link)}
      </a>{' '}
    </Fragment>
  ))
}

/** The name of a link, and how much is new there: one text, as text browsers put nothing between two. */
export function readerLinkLabel({ name, count }: ReaderLink): string {
  return count > 0 ? `${name} (${count} new)` : name
}
