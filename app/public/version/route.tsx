import { routes } from '#app/routes.ts'
import { useLoaderData } from '@remix-run/react'
import { specifiedAppVersion } from '#server/rules/product/client-constants.ts'
import { productVersion } from '#server/rules/product/product.ts'
import { Facts } from '#app/ui/tables/facts.tsx'
import { titled } from '#app/request/titled.ts'
import { loader as load } from '#app/request/loader.server.ts'

export const loader = load(routes.public.version, 'anyone', async ({ services, buildId }) => ({
  facts: [
    { label: 'App version', value: specifiedAppVersion },
    { label: 'Server version', value: productVersion },
    { label: 'Build', value: buildId },
    { label: 'API address', value: services.config.publicUrl.origin },
  ],
}))

export const meta = titled('Version')

export default function Version() {
  const { facts } = useLoaderData<typeof loader>()
  return (
    <div className="card stack">
      <h1>Version</h1>
      <Facts facts={facts} />
    </div>
  )
}
