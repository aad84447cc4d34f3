import type { MetaFunction } from '@remix-run/node'
import { productName } from '#server/rules/product/product.ts'
import { href } from '#app/routes.ts'
import { loader as load } from '#app/request/loader.server.ts'

export const loader = load('thankYou', 'anyone', async () => null)

export const meta: MetaFunction = () => [{ title: `Thank you – ${productName}` }]

/** A confirmation, the same for everyone. */
export default function ThankYou() {
  return (
    <div className="sheet stack">
      <h1>Thank you</h1>
      <p>It has arrived. There is nothing more to do.</p>
      <p>
        <a href={href('home')}>Go to the start page</a>
      </p>
    </div>
  )
}
