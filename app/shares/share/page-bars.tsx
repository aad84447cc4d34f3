/** `note` says how the time is known if that differs from page to page. */
export type PageBar = { page: number; views: number; time: string; note: string; share: number }

const height = 100
const step = 12
// A short document's bars stay slim.
const fewestSlots = 40

/** How long each page was viewed: a bar per page, and the same as a table. */
export function PageBars({ pages, method }: { pages: PageBar[]; method: string }) {
  if (pages.length === 0) return null
  return (
    <figure className="stack">
      <figcaption className="small soft">Reading time by page ({method})</figcaption>
      <svg
        className="bars"
        viewBox={`0 0 ${Math.max(pages.length, fewestSlots) * step} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path
          d={pages
            .map(({ share }, at) => `M${at * step + step / 2} ${height}v${-Math.max(1, share * height)}`)
            .join('')}
          stroke="currentColor"
          strokeWidth={step - 3}
          fill="none"
        />
      </svg>
      <details>
        <summary className="small">Show as table</summary>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Page</th>
              <th scope="col">Shown</th>
              <th scope="col">Time</th>
            </tr>
          </thead>
          <tbody>
            {pages.map(({ page, views, time, note }) => (
              <tr key={page}>
                <td data-label="Page">{page}</td>
                <td data-label="Shown">{views}</td>
                <td data-label="Time">
                  {time} {note ? <span className="small soft">{note}</span> : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
