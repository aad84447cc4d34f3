import type { Thumbnail } from '#app/reading/shared/thumbnails.server.ts'

/** Pages as thumbnails, each a link to the page itself. */
export function Thumbnails({ pages }: { pages: Thumbnail[] }) {
  return (
    <ol className="thumbnails">
      {pages.map(({ page, src, to, width, height }) => (
        <li key={page}>
          <a href={to}>
            <img
              src={src}
              width={width}
              height={height}
              alt={`Page ${page}`}
              loading="lazy"
              draggable={false}
            />{' '}
            <span aria-hidden="true">{page}</span>
          </a>
        </li>
      ))}
    </ol>
  )
}
