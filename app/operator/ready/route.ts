import type { LoaderFunctionArgs } from '@remix-run/node'
import { plainAnswer } from '#server/http/plain.ts'

/** Whether the process can do its work: one word for strangers, each check for those who watch. */
export async function loader({ context: { services, mayWatch } }: LoaderFunctionArgs) {
  const { isReady, checks } = await services.health.report()
  const status = isReady ? 200 : 503
  if (!mayWatch) return plainAnswer(isReady ? 'ready' : 'not ready', status)
  const confinement = await services.confining.kind()
  return Response.json({ ready: isReady, checks, confinement }, { status })
}
