import type { User } from '#server/accounts/accounts.ts'
import { href } from '../routes.ts'
import type { SharePlace } from '../ui/share-places.tsx'
import type { Given } from './loader.server.ts'

/** The pages about one share of the user's, for the links at the top of each. One entry for each page. */
export async function sharePlaces({ services }: Given, user: User, guid: string): Promise<SharePlace[]> {
  const hasPasskey = await services.passkeys.has(user, guid)
  return [
    { name: 'Overview', to: href('shareDetails', { ShareGuid: guid }), count: 0 },
    ...(hasPasskey ? [{ name: 'Passkey', to: href('sharePasskey', { ShareGuid: guid }), count: 0 }] : []),
  ]
}
