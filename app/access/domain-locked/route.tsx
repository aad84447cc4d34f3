import { routes } from '#app/routes.ts'
import { mailDomain } from '#server/rules/accounts/email.ts'
import { Problem } from '#server/rules/problems.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { signInPage } from '#app/request/sign-in/sign-in-page.server.ts'

/**
 * What someone can do whose domain a team has locked, at its own address. It says what its address says, and looks
 * nothing up.
 */
export const loader = load(routes.access.domainLocked, 'anyone', async ({ url }): Promise<null> => {
  const domain = mailDomain(url.searchParams.get('domain') ?? '')
  if (domain === null) throw new Problem('notFound')
  throw signInPage('domainLocked', { domain })
})

export default function DomainLocked() {
  return null
}
