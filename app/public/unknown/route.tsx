import { redirect } from '@remix-run/node'
import { Problem } from '#server/rules/problems.ts'
import { href } from '#app/routes.ts'
import { action as submit } from '#app/request/action.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { isInKnownSection, wayIn } from '#app/request/unknown.server.ts'

/**
 * Unknown paths lead to sign-in (specification 1 section 2). Who is signed in goes home and is told so, but in a section
 * that exists: there it is a page of its own that nothing is here (A21).
 */
export const loader = load('unknown', 'anyone', async ({ visitor, url }): Promise<null> => {
  if (!(await visitor.user())) throw redirect(wayIn(url))
  if (isInKnownSection(url)) throw new Problem('notFound')
  throw await goWithNotice(
    visitor,
    href('home'),
    'That page does not exist. This is your start page.',
    'warn',
  )
})

export const action = submit('unknown', 'anyone', {})

export default function Unknown() {
  return null
}
