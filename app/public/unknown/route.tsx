import { redirect } from '@remix-run/node'
import { Problem } from '#server/rules/problems.ts'
import { href, routes } from '#app/routes.ts'
import { action as submit } from '#app/request/action.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { isInKnownSection, wayIn } from '#app/request/routing/unknown.server.ts'

/**
 * Unknown paths lead to sign-in. Signed-in users go home with a notice, or get a page that says so if the
 * section exists.
 */
export const loader = load(routes.public.unknown, 'anyone', async ({ visitor, url }): Promise<null> => {
  if (!(await visitor.user())) throw redirect(wayIn(url))
  if (isInKnownSection(url)) throw new Problem('notFound')
  throw await goWithNotice(
    visitor,
    href(routes.home.index),
    'That page doesn’t exist. You’re on Home now.',
    'warn',
  )
})

export const action = submit(routes.public.unknown, 'anyone', {})

export default function Unknown() {
  return null
}
