import { href, routes } from '#app/routes.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { titled } from '#app/request/titled.ts'

export const loader = load(routes.home.tourDone, 'anyone', async () => null)

export const meta = titled('Tour')

/** After the tour; anyone may look at it. */
export default function TourDone() {
  return (
    <div className="card stack">
      <h1>Tour complete</h1>
      <p>
        Next, share a file of your own. To try it out, share one with another of your email addresses and open
        it there.
      </p>
      <p>
        <a className="btn btn-main" href={href(routes.shares.new)}>
          Share a file
        </a>
      </p>
      <p>
        <a href={href(routes.home.index)}>Go to home page</a>
      </p>
    </div>
  )
}
