import type { FoundSession } from '#server/accounts/sign-in/sessions.ts'
import { Problem } from '#server/rules/problems.ts'
import type { Services } from '#server/services.ts'
import type { Identity } from '#server/accounts/identity.ts'

/** A program reads for itself: what it opens is open in no browser, and the other way round. */
export function identityOf({ guid, user }: Pick<FoundSession, 'guid' | 'user'>): Identity {
  return { user, readerEmail: null, browserId: `api|${guid}` }
}

/** Throws accountUnfinished or secondFactorFirst if a step has to be completed before anything else. */
export async function requireFinished(
  services: Services,
  { user, requiredStep }: Pick<FoundSession, 'user' | 'requiredStep'>,
): Promise<void> {
  if (requiredStep) throw new Problem('accountUnfinished')
  if (await services.teams.all.requiresSecondFactor(user)) throw new Problem('secondFactorFirst')
}
