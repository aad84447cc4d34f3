import { mailDomain } from '#server/rules/accounts/email.ts'
import { Problem } from '#server/rules/problems.ts'
import { href, routes } from '#app/routes.ts'
import { action as submit, buttonForm, once } from '#app/request/action.server.ts'
import { gone } from '#app/request/cookies.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { signInPage } from '#app/request/sign-in/sign-in-page.server.ts'

/**
 * What someone can do whose domain a team has locked. It says what its address says, and looks no domain up; whoever has
 * just signed in, and was shut out, can ask to join the team.
 */
export const loader = load(
  routes.team.domainLock,
  'anyone',
  async ({ url, visitor, services }): Promise<null> => {
    const domain = mailDomain(url.searchParams.get('domain') ?? '')
    if (domain === null) throw new Problem('notFound')
    const mayAsk =
      visitor.challenge !== null && (await services.accounts.signIn.whoWaits(visitor.challenge)) !== null
    throw signInPage('domainLocked', { domain, mayAsk })
  },
)

export const action = submit(routes.team.domainLock, 'anyone', {
  joinTeam: once(buttonForm, async ({ form: _, visitor, services }) => {
    const user =
      visitor.challenge === null ? null : await services.accounts.signIn.whoWaits(visitor.challenge)
    if (!user) throw new Problem('challengeGone')
    const outcome = await services.teams.joining.askByLock(user)
    const notice =
      outcome === 'joined'
        ? 'You’ve joined the team. Sign in again.'
        : 'The team’s administrators have your request. You’ll get an email once they decide.'
    const answer = await goWithNotice(visitor, href(routes.access.login), notice, 'good')
    answer.headers.append('Set-Cookie', await gone(visitor.cookies.challenge))
    return answer
  }),
})

export default function DomainLock() {
  return null
}
