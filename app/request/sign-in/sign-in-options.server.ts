import { isForTeamsOnly, providerLabels, type SignInMethod } from '#server/rules/accounts/sign-in-methods.ts'
import type { Services } from '#server/services.ts'
import { href, routes } from '#app/routes.ts'

/** A sign-in method as a button: a link to `address`, or with `intent` a form that is sent there. */
export type SignInOption = { method: SignInMethod; label: string; address: string; intent?: string }

/** Those that a page can show before it knows who signs in: a code by email only where a team allows it. */
export async function optionsBeforeSignIn(
  ...given: Parameters<typeof signInOptions>
): Promise<SignInOption[]> {
  const options = signInOptions(...given)
  if (await given[0].teams.emailCodes.isOffered()) return options
  return options.filter(({ method }) => !isForTeamsOnly(method))
}

/**
 * The methods that this installation offers, in the order in which they are shown. Each continues to the path `wanted`, a
 * provider with the sign-up code of the link that was followed.
 */
export function signInOptions(
  { accounts: { providers } }: Services,
  wanted?: string,
  code?: string,
): SignInOption[] {
  return [
    {
      method: 'password',
      label: 'Sign in with a password',
      address: href(routes.access.login, {}, { to: wanted }),
    },
    {
      method: 'email',
      label: 'Continue with a code by email',
      address: href(routes.access.emailCode, {}, { to: wanted }),
    },
    ...providers.names().map((name) => ({
      method: name,
      label: `Continue with ${providerLabels[name]}`,
      address: href(routes.access.providers.start, { provider: name }, { to: wanted, code }),
      intent: 'signInVia',
    })),
    {
      method: 'sso',
      label: 'Continue with single sign-on',
      address: href(routes.access.sso.start, {}, { to: wanted }),
    },
  ]
}
