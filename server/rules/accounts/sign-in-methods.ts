/** The sign-in methods that a team can allow or not; the values of EnabledLoginMethod. */
export const signInMethods = ['password', 'email', 'google', 'microsoft', 'linkedin', 'sso'] as const

/** A code by email opens accounts only where the team has allowed it by name. */
export function isForTeamsOnly(method: SignInMethod): boolean {
  return method === 'email'
}

export type SignInMethod = (typeof signInMethods)[number]

export function isSignInMethod(text: string): text is SignInMethod {
  return signInMethods.some((method) => method === text)
}

/** How a session began: `link` means with the link that activated or set up the account. */
export type SessionMethod = SignInMethod | 'link'

/** As people see them in the list of their devices. */
export const sessionMethodLabels: Readonly<Record<SessionMethod, string>> = {
  password: 'Password',
  email: 'Code by email',
  google: 'Google',
  microsoft: 'Microsoft',
  linkedin: 'LinkedIn',
  sso: 'Single sign-on',
  link: 'New account',
}

/** The providers at which anyone can have an account; each is offered once the operator has registered with it. */
export const providerNames = ['google', 'microsoft', 'linkedin'] as const

export type ProviderName = (typeof providerNames)[number]

export const providerLabels: Readonly<Record<ProviderName | 'sso', string>> = {
  google: 'Google',
  microsoft: 'Microsoft',
  linkedin: 'LinkedIn',
  sso: 'Single sign-on',
}

export function isProviderName(text: string | undefined): text is ProviderName {
  return providerNames.some((name) => name === text)
}
