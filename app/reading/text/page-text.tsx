import { Lines } from '#app/ui/tables/lines.tsx'

type Page = { number: number; paragraphs: string[] | null; picture: string }

/** The text of one page, with the name of the reader; `#page-7` leads to page 7. */
export function PageText({ page, total, mark }: { page: Page; total: number; mark: string }) {
  const { number, paragraphs, picture } = page
  const title = `page-${number}-title`
  return (
    <section id={`page-${number}`} aria-labelledby={title} className="page-text">
      <h2 id={title}>
        Page {number} of {total}
      </h2>
      {paragraphs?.map((paragraph, index) => (
        <p key={index} dir="auto">
          <Lines text={paragraph} />
        </p>
      ))}
      {paragraphs === null ? <p className="soft">The text of this page can’t be read.</p> : null}
      {paragraphs?.length === 0 ? <p className="soft">No text on this page.</p> : null}
      <p className="small">
        <a href={picture}>Picture of page {number}</a>
      </p>
      <p className="small soft">{mark}</p>
    </section>
  )
}
