import type { User } from '#server/accounts/accounts.ts'
import { href, routes } from '#app/routes.ts'
import type { SharePlace } from './share-places.tsx'
import type { RequestContext } from '#app/request/loader.server.ts'

/** The pages about one share of the user's, for the links at the top of each. One entry for each page. */
export async function sharePlaces(
  { services }: RequestContext,
  user: User,
  guid: string,
): Promise<SharePlace[]> {
  const [waiting, unread, hasPasskey] = await Promise.all([
    services.shares.requests.waiting(user, { shareGuid: guid, limit: 100 }),
    services.viewing.threads.unread(user, guid),
    services.shares.passkeys.has(user, guid),
  ])
  return [
    { name: 'Overview', to: href(routes.shares.details, { ShareGuid: guid }), count: 0 },
    { name: 'Edit', to: href(routes.shares.edit, { ShareGuid: guid }), count: 0 },
    ...(hasPasskey
      ? [{ name: 'Passkey', to: href(routes.shares.passkey, { ShareGuid: guid }), count: 0 }]
      : []),
    { name: 'Requests', to: href(routes.shares.requests, { ShareGuid: guid }), count: waiting.length },
    { name: 'Comments', to: href(routes.shares.comments, { ShareGuid: guid }), count: unread },
    { name: 'Versions', to: href(routes.shares.versions, { ShareGuid: guid }), count: 0 },
    { name: 'Terms', to: href(routes.shares.terms, { ShareGuid: guid }), count: 0 },
    { name: 'Activity', to: href(routes.shares.activity, { ShareGuid: guid }), count: 0 },
  ]
}
