import { routes } from '#app/routes.ts'
import { plainAnswer } from '#server/http/plain.ts'
import { plainLoader } from '#app/request/plain.server.ts'

/** Whether the process can do its work: one word for strangers, each check for those who watch. */
export const loader = plainLoader(routes.operator.ready, 'anyone', async ({ services, mayWatch }) => {
  const { isReady, checks } = await services.health.report()
  const status = isReady ? 200 : 503
  if (!mayWatch) return plainAnswer(isReady ? 'ready' : 'not ready', status)
  const confinement = await services.files.confining.kind()
  return Response.json({ ready: isReady, checks, confinement }, { status })
})
