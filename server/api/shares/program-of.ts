import type { FoundSession } from '#server/accounts/sign-in/sessions.ts'
import type { Services } from '#server/services.ts'

/** Whose program a link was made for: one that signed in, or one with a personal access token. */
export async function programOf(
  { accounts }: Services,
  guid: string,
): Promise<Pick<FoundSession, 'guid' | 'user' | 'requiredStep'> | null> {
  const session = await accounts.sessions.findProgram(guid)
  if (session) return session
  const accessToken = await accounts.accessTokens.findByGuid(guid)
  if (accessToken) await accounts.accessTokens.requireAllowed(accessToken)
  return accessToken
}
