import type { Kysely } from 'kysely'
import type { User } from '#server/accounts/users.ts'
import type { Schema } from '#server/db/schema.ts'
import { offeredNames, type OfferedName, type OfferedSubject } from '#server/events/events.ts'
import { requireAdmin } from '#server/teams/people/administered.ts'
import type { FeedOwner } from './feed/feed-rows.ts'

/** Whose: that of the actor's own account, or of the team that they administer. */
export type WebhooksOf = 'account' | 'team'

/** What each is notified of. */
export const subjectsOf: Record<WebhooksOf, readonly OfferedSubject[]> = {
  account: ['share', 'room', 'account'],
  team: ['team', 'account'],
}

export function isWebhookKind(kind: string, of: WebhooksOf): kind is OfferedName {
  return offeredNames(subjectsOf[of]).includes(kind as OfferedName)
}

/** Throws notFound for anyone who does not administer a team. */
export async function ownerOf(kysely: Kysely<Schema>, actor: User, of: WebhooksOf): Promise<FeedOwner> {
  if (of === 'account') return { user: actor.guid }
  const { guid } = await requireAdmin(kysely, actor.guid)
  return { team: guid }
}
