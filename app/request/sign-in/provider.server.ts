import { redirect } from '@remix-run/node'
import { Authenticator } from 'remix-auth'
import { Strategy } from 'remix-auth/strategy'
import type { SignInWithOptions } from '#server/accounts/identities/identities.ts'
import type { Finished } from '#server/accounts/identities/providers.ts'
import type { VerifiedPerson } from '#server/accounts/identities/verified-person.ts'
import { Problem } from '#server/rules/problems.ts'
import { isProviderName, providerLabels, type ProviderName } from '#server/rules/accounts/sign-in-methods.ts'
import type { Services } from '#server/services.ts'
import { href, routes } from '#app/routes.ts'
import type { RequestContext } from '#app/request/loader.server.ts'
import type { SignInOutcome } from '#server/accounts/sign-in/sign-in.ts'
import { answerSignIn } from './sign-in.server.ts'

export type ListedProvider = { name: ProviderName; label: string }

/** The providers whose buttons a page shows. */
export function providersOf({ accounts: { providers } }: Services): ListedProvider[] {
  return providers.names().map((name) => ({ name, label: providerLabels[name] }))
}

/** The provider in the address. For one that is not configured, the address does not exist. */
export async function requireProvider({
  params,
  services,
  visitor,
}: RequestContext<{ provider: string }>): Promise<ProviderName> {
  const name = params.provider
  if (isProviderName(name) && services.accounts.providers.names().includes(name)) return name
  if (await visitor.user()) throw new Problem('notFound')
  throw redirect(href(routes.access.login))
}

/** Where someone wanted to go, and the sign-up code of the link with which they began. */
type Wanted = { to?: string | null; linkCode?: string }

type Answer = { query: URLSearchParams }

/** The return from a provider: its response is in the query of the address. */
class ProviderStrategy extends Strategy<Finished, Answer> {
  name: string

  constructor(name: ProviderName, verify: Strategy.VerifyFunction<Finished, Answer>) {
    super(verify)
    this.name = name
  }

  override authenticate(request: Request): Promise<Finished> {
    return this.verify({ query: new URL(request.url).searchParams })
  }
}

/** Who came back from the provider. Throws what Providers.finish throws. */
export async function finishAtProvider(context: RequestContext, name: ProviderName): Promise<Finished> {
  const { services, visitor, request, client } = context
  const { browserId, sessionId } = visitor
  const userGuid = (await visitor.user())?.guid ?? null
  const authenticator = new Authenticator<Finished>()
  authenticator.use(
    new ProviderStrategy(name, ({ query }) =>
      services.accounts.providers.finish(name, { client, browserId, userGuid, sessionId }, query),
    ),
  )
  return authenticator.authenticate(name, request)
}

/**
 * Where to go once a provider has named a person: in, to the page that asks the owner of the account first, or someone
 * new for a sign-up code, or to the message that says why not. Throws what Identities.signInWith throws.
 */
export async function answerPerson(
  context: RequestContext,
  person: VerifiedPerson,
  options: SignInWithOptions & Wanted = {},
): Promise<Response> {
  const { services, client } = context
  const { to: _, linkCode: __, ...more } = options
  const outcome = await services.accounts.identities
    .signInWith(client, person, person.provider, more)
    .catch((error: unknown) => {
      // Whom the provider named is remembered until the code is there.
      if (error instanceof Problem && error.problem === 'signupCodeNeeded')
        return { code: 'confirm', userGuid: null } as const
      throw error
    })
  return answerNamed(context, person, outcome, options)
}

/** The same, if it is known already what the person's sign-in came to. */
export async function answerNamed(
  context: RequestContext,
  person: VerifiedPerson,
  outcome: SignInOutcome | { code: 'confirm'; userGuid: string | null },
  { to = null, isRemembered = false, linkCode = '' }: SignInWithOptions & Wanted = {},
): Promise<Response> {
  if (outcome.code !== 'confirm') return answerSignIn(context, outcome, to)
  const { services, visitor } = context
  const confirmation = { ownerGuid: outcome.userGuid, person, to, isRemembered, linkCode }
  const state = await services.accounts.confirmations.begin(visitor.browserId, confirmation)
  return redirect(href(routes.access.providers.confirm, { state }), 303)
}
