import type { ReaderLink } from '../web/reader-links.server.ts'

/** The pages around a file, as links. */
export function ReaderLinks({ links }: { links: ReaderLink[] }) {
  return links.map(({ name, to, count }) => (
    <a key={name} className="small" href={to}>
      {name}
      {count > 0 ? ` (${count} new)` : ''}
    </a>
  ))
}
