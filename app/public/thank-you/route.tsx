import { useLoaderData } from '@remix-run/react'
import { href, routes } from '#app/routes.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { titled } from '#app/request/titled.ts'

/** A confirmation, the same for everyone: of feedback, or by `for` of a request for a plan. */
export const loader = load(routes.public.thankYou, 'anyone', async ({ url }) => ({
  isForPlan: url.searchParams.get('for') === 'plan',
}))

export const meta = titled('Thank you')

export default function ThankYou() {
  const { isForPlan } = useLoaderData<typeof loader>()
  return (
    <div className="card stack">
      <h1>Thank you</h1>
      <p>
        {isForPlan
          ? 'We’ve received your request. You’ll get an email when it’s decided.'
          : 'We’ve received your feedback.'}
      </p>
      <p>
        <a href={href(routes.home.index)}>Go to home page</a>
      </p>
    </div>
  )
}
