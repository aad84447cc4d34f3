import { routes } from '#app/routes.ts'
import { plainAnswer } from '#server/http/plain.ts'
import { plainLoader } from '#app/request/plain.server.ts'

/** Whether the process answers: asks no one else. */
export const loader = plainLoader(routes.operator.live, 'anyone', async () => plainAnswer('ok', 200))
