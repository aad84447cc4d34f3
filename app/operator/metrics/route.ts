import { routes } from '#app/routes.ts'
import { plainLoader } from '#app/request/plain.server.ts'

/** What Prometheus reads. Strangers never come here: for them this address is an unknown one. */
export const loader = plainLoader(routes.operator.metrics, 'watcher', async ({ services }) => {
  const { text, mediaType } = await services.metrics.read()
  return new Response(text, { headers: { 'Content-Type': mediaType } })
})
