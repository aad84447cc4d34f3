import type { SignInMethod } from '#server/rules/accounts/sign-in-methods.ts'

/** Whether this installation offers a sign-in method at all; single sign-on is each team's own. */
export type Offers = (method: SignInMethod) => boolean

/** Those of a team's allowed sign-in methods with which someone can really sign in. */
export function usableMethods(
  methods: readonly SignInMethod[],
  { offers, hasConnection }: { offers: Offers; hasConnection: boolean },
): SignInMethod[] {
  return methods.filter((method) => (method === 'sso' ? hasConnection : offers(method)))
}
