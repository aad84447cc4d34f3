import { redirect } from '@remix-run/node'
import { Problem } from '#server/rules/problems.ts'
import { href } from '../routes.ts'
import { action as submit } from '../web/action.server.ts'
import { loader as load } from '../web/loader.server.ts'

/** Unknown paths lead to sign-in (specification 1 section 2); who is signed in is told that nothing is there (A21). */
export const loader = load(async ({ visitor }): Promise<null> => {
  if (await visitor.user()) throw new Problem('notFound')
  throw redirect(href('login'))
})

export const action = submit({})

export default function Unknown() {
  return null
}
