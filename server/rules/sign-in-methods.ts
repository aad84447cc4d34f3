/** The ways to sign in that a team may allow or not (reading A6); the words of EnabledLoginMethod. */
export const signInMethods = ['password', 'google', 'microsoft', 'linkedin', 'sso'] as const

export type SignInMethod = (typeof signInMethods)[number]
