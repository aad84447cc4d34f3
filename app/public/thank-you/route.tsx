import type { MetaFunction } from '@remix-run/node'
import { productName } from '#server/rules/product/product.ts'
import { href, routes } from '#app/routes.ts'
import { loader as load } from '#app/request/loader.server.ts'

export const loader = load(routes.public.thankYou, 'anyone', async () => null)

export const meta: MetaFunction = () => [{ title: `Thank you – ${productName}` }]

/** A confirmation, the same for everyone. */
export default function ThankYou() {
  return (
    <div className="sheet stack">
      <h1>Thank you</h1>
      <p>It has arrived. There is nothing more to do.</p>
      <p>
        <a href={href(routes.home.index)}>Go to the start page</a>
      </p>
    </div>
  )
}
