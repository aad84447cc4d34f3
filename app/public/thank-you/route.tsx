import { href, routes } from '#app/routes.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { titled } from '#app/request/titled.ts'

export const loader = load(routes.public.thankYou, 'anyone', async () => null)

export const meta = titled('Thank you')

/** A confirmation, the same for everyone. */
export default function ThankYou() {
  return (
    <div className="card stack">
      <h1>Thank you</h1>
      <p>We’ve received your feedback.</p>
      <p>
        <a href={href(routes.home.index)}>Go to home page</a>
      </p>
    </div>
  )
}
