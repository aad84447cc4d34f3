import { redirect } from '@remix-run/node'
import type { SignedOn } from '#server/teams/single-sign-on.ts'
import { Problem } from '#server/rules/problems.ts'
import { href, routes } from '#app/routes.ts'
import type { RequestContext } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { answerSignIn } from '#app/request/sign-in/sign-in.server.ts'

/**
 * The end of a single sign-on, as a GET that acts: it carries a secret that works once, in the browser that began.
 * Whatever is wrong leads to the page where one begins, which says so. Throws wrongMethod.
 */
export async function answerSingleSignOn<Here extends RequestContext>(
  context: Here,
  finish: (context: Here) => Promise<SignedOn>,
): Promise<Response> {
  if (context.request.method !== 'GET' || context.isForData) throw new Problem('wrongMethod')
  try {
    const finished = await finish(context)
    // Said by the page itself: whether it worked, and what came back.
    if (finished === 'tested') return redirect(href(routes.team.admin, {}, { tabActive: 'sign-in' }), 303)
    return await answerSignIn(context, finished.outcome, finished.to)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return goWithNotice(context.visitor, href(routes.access.sso.start), error.text, 'bad')
  }
}
