import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { productName, productVersion } from '#server/rules/product.ts'
import { loader as load } from '../web/loader.server.ts'

export const loader = load(async ({ services }) => ({ address: services.config.publicUrl.origin }))

export const meta: MetaFunction = () => [{ title: `Version – ${productName}` }]

export default function Version() {
  const { address } = useLoaderData<typeof loader>()
  return (
    <div className="sheet stack">
      <h1>Version</h1>
      <dl className="facts">
        <div>
          <dt>Version</dt>
          <dd>{productVersion}</dd>
        </div>
        <div>
          <dt>Address</dt>
          <dd>{address}</dd>
        </div>
      </dl>
    </div>
  )
}
