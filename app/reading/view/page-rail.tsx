import type { Thumbnail } from '#app/reading/shared/thumbnails.server.ts'

/** The pages of this screen as thumbnails beside them. Text browsers get them as one line after the pages. */
export function PageRail({ pages }: { pages: Thumbnail[] }) {
  return (
    <nav className="rail" aria-label="Thumbnails">
      {pages.map(({ page, src, width, height }) => (
        <a key={page} href={`#page-${page}`}>
          <img src={src} width={width} height={height} alt="" loading="lazy" draggable={false} />{' '}
          <span>
            <span className="unseen">Page </span>
            {page}
          </span>{' '}
        </a>
      ))}
    </nav>
  )
}
