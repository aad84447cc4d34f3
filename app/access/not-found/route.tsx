import { routes } from '#app/routes.ts'
import { Problem } from '#server/rules/problems.ts'
import { loader as load } from '#app/request/loader.server.ts'

/** The page of what is not there, under an address of its own. */
export const loader = load(routes.access.notFound, 'anyone', async (): Promise<null> => {
  throw new Problem('notFound')
})

export default function Missing() {
  return null
}
