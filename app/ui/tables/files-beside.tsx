type FileLink = { name: string; to: string }
/** The files before and after one in its folder, as far as its reader sees them. */
export type FilesBesideShown = { previous: FileLink | null; next: FileLink | null }

/** Links from a file of a data room to those beside it; nothing where it is alone. */
export function FilesBeside({ files: { previous, next } }: { files: FilesBesideShown }) {
  if (!previous && !next) return null
  return (
    <nav className="files-beside small" aria-label="Files of the folder">
      {previous ? (
        <a className="previous-file" href={previous.to} title={previous.name}>
          Previous file
        </a>
      ) : null}{' '}
      {next ? (
        <a className="next-file" href={next.to} title={next.name}>
          Next file
        </a>
      ) : null}
    </nav>
  )
}
