import { routes } from '#app/routes.ts'
import { Problem } from '#server/rules/problems.ts'
import { loader as load } from '#app/request/loader.server.ts'

/** The page of a server error, at its own address; it gives the reference by which the request is found in the log. */
export const loader = load(routes.access.error, 'anyone', async (): Promise<null> => {
  throw new Problem('unexpected')
})

export default function Failure() {
  return null
}
