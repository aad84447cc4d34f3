import type { User } from '#server/accounts/accounts.ts'
import { href } from '../routes.ts'
import type { SharePlace } from '../ui/share-places.tsx'
import type { Given } from './loader.server.ts'

/** The pages about one share of the user's, for the links at the top of each. One entry for each page. */
export async function sharePlaces({ services }: Given, user: User, guid: string): Promise<SharePlace[]> {
  const unread = await services.threads.unread(user, guid)
  return [
    { name: 'Overview', to: href('shareDetails', { ShareGuid: guid }), count: 0 },
    { name: 'Comments', to: href('shareComments', { ShareGuid: guid }), count: unread },
    { name: 'Terms', to: href('shareTerms', { ShareGuid: guid }), count: 0 },
  ]
}
