type PagerProps = {
  label: string
  previous: string | null
  next: string | null
  where: string
  /** What each link leads to, if that is not obvious. */
  notes?: { previous: string; next: string } | null
}

/** Links to the previous and next screen. */
export function Pager({ label, previous, next, where, notes }: PagerProps) {
  if (!previous && !next) return null
  return (
    <nav className="pager" aria-label={label}>
      {previous ? (
        <a rel="prev" href={previous}>
          Previous{notes ? ` (${notes.previous})` : ''}
        </a>
      ) : null}{' '}
      <span>{where}</span>{' '}
      {next ? (
        <a rel="next" href={next}>
          Next{notes ? ` (${notes.next})` : ''}
        </a>
      ) : null}
    </nav>
  )
}
