import type { LoaderFunctionArgs } from '@remix-run/node'
import { plainAnswer } from '#server/http/plain.ts'
import { Problem } from '#server/rules/problems.ts'

/** What Prometheus reads. Strangers never come here: for them this address is an unknown one. */
export async function loader({ context: { services, mayWatch } }: LoaderFunctionArgs) {
  if (!mayWatch) {
    const { text, http } = new Problem('notFound')
    return plainAnswer(text, http)
  }
  const { text, mediaType } = await services.metrics.read()
  return new Response(text, { headers: { 'Content-Type': mediaType } })
}
