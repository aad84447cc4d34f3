import { href, routes } from '#app/routes.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { titled } from '#app/request/titled.ts'

export const loader = load(routes.home.tourDone, 'anyone', async () => null)

export const meta = titled('Tour')

/** After the tour; anyone may look at it. */
export default function TourDone() {
  return (
    <div className="card stack">
      <h1>That was the tour</h1>
      <p>
        Send a file of your own next. For a first try, send one you know well to another address of yours, and
        read it there.
      </p>
      <p>
        <a className="btn btn-main" href={href(routes.shares.new)}>
          Share a file
        </a>
      </p>
      <p>
        <a href={href(routes.home.index)}>Go to the start page</a>
      </p>
    </div>
  )
}
