import type { Snippet } from '#server/rules/text/finding.ts'
import { Submit } from '#app/ui/forms/form.tsx'

export type ShownFinding = {
  summary: string
  pages: { page: number; times: string; snippet: Snippet | null; to: string }[]
}

/** Searches the text of a document. It only reads, so it is a GET. */
export function FindForm({ action, words, kept }: { action: string; words: string; kept: string[][] }) {
  return (
    <form method="get" action={action} className="search-form">
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label htmlFor="q">Find in document</label>{' '}
      <input
        id="q"
        name="q"
        type="search"
        defaultValue={words}
        maxLength={100}
        autoComplete="off"
        enterKeyHint="search"
      />{' '}
      <Submit className="btn-quiet btn-small">Find</Submit>
    </form>
  )
}

/** Links to the pages on which something was found, each with the text around the first match. */
export function FoundPages({ found }: { found: ShownFinding }) {
  return (
    <section aria-labelledby="found" className="found">
      <h2 id="found">{found.summary}</h2>
      <ul>
        {found.pages.map(({ page, times, snippet, to }) => (
          <li key={page}>
            <a href={to}>Page {page}</a>
            {times ? `, ${times}` : null}
            {snippet ? (
              <>
                {': …'}
                {snippet.before}
                <mark>{snippet.found}</mark>
                {snippet.after}…
              </>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
