import type { PagePicture } from '../web/reading.server.ts'

/** Pages of a document as pictures, one under the other; `#page-7` leads to page 7. */
export function PagePictures({ pages, total }: { pages: PagePicture[]; total: number }) {
  return (
    <ol className="pages plain">
      {pages.map((page) => (
        <li key={page.number} id={`page-${page.number}`}>
          <img
            src={page.src}
            srcSet={page.srcSet}
            sizes="(max-width: 1100px) 100vw, 1076px"
            width={page.width}
            height={page.height}
            alt={`Page ${page.number} of ${total}`}
            draggable={false}
          />
          <p className="page-number" aria-hidden="true">
            {page.number}
          </p>
        </li>
      ))}
    </ol>
  )
}
