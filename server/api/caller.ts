import type { FoundSession } from '#server/accounts/sessions.ts'
import type { Identity } from '#server/viewing/identity.ts'

/** A program reads for itself: what it opens is open in no browser, and the other way round. */
export function identityOf({ guid, user }: Pick<FoundSession, 'guid' | 'user'>): Identity {
  return { user, readerEmail: null, browserId: `api|${guid}` }
}
