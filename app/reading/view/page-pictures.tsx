import type { PagePicture } from '#app/view-models/reading.server.ts'

type Props = {
  pages: PagePicture[]
  total: number
  /** Whether images can load lazily: not those of a copy to print. */
  isScrolled?: boolean
}

/** Pages of a document as images, one under the other; `#page-7` leads to page 7. Where no style sheet applies, the image alone says its number. */
export function PagePictures({ pages, total, isScrolled = false }: Props) {
  return (
    <ol className="pages">
      {pages.map((page, index) => (
        <li key={page.number} id={`page-${page.number}`}>
          <img
            src={page.src}
            srcSet={page.srcSet}
            sizes="(max-width: 872px) 100vw, 848px"
            width={page.width}
            height={page.height}
            alt={`Page ${page.number} of ${total}`}
            draggable={false}
            loading={isScrolled && index > 0 ? 'lazy' : undefined}
          />
          <p className="page-number" aria-hidden="true" data-number={page.number} />
        </li>
      ))}
    </ol>
  )
}
