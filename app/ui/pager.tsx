type PagerProps = { label: string; previous: string | null; next: string | null; where: string }

/** Links to the screens before and after this one. */
export function Pager({ label, previous, next, where }: PagerProps) {
  if (!previous && !next) return null
  return (
    <nav className="pager" aria-label={label}>
      {previous ? (
        <a rel="prev" href={previous}>
          Previous
        </a>
      ) : null}{' '}
      <span>{where}</span>{' '}
      {next ? (
        <a rel="next" href={next}>
          Next
        </a>
      ) : null}
    </nav>
  )
}
