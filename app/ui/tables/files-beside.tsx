import { ChevronLeft, ChevronRight } from '#app/ui/icons/icons.ts'

type FileLink = { name: string; to: string }
/** The previous and next file in its folder, as far as its reader can see them. */
export type FilesBesideShown = { previous: FileLink | null; next: FileLink | null }

/** Links from a file in a data room to those beside it; nothing if it is alone. */
export function FilesBeside({ files: { previous, next } }: { files: FilesBesideShown }) {
  if (!previous && !next) return null
  return (
    <nav className="files-beside small" aria-label="Files in this folder">
      {previous ? (
        <a className="previous-file" href={previous.to} title={previous.name}>
          <ChevronLeft className="i" aria-hidden="true" />
          <span>Previous file</span>
        </a>
      ) : null}{' '}
      {next ? (
        <a className="next-file" href={next.to} title={next.name}>
          <span>Next file</span>
          <ChevronRight className="i" aria-hidden="true" />
        </a>
      ) : null}
    </nav>
  )
}
