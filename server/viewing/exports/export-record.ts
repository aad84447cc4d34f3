import type { Identity } from '#server/accounts/identity.ts'
import { provedEmails } from '#server/accounts/identity.ts'
import type { User } from '#server/accounts/users.ts'
import type { Events } from '#server/events/events.ts'

/** What is exported, and of which share or room; null for what is about the account itself. */
type Exported = { list: string; of: string | null }

/** Puts an export of a list on the record of the account that makes it. */
export function recordExport(
  events: Pick<Events, 'record'>,
  { guid: subject, email }: Pick<User, 'guid' | 'email'>,
  exported: Exported,
): Promise<void> {
  return events.record(null, { subject, kind: 'ListExported', actor: email, detail: exported })
}

/** The same for a room; of someone without an account it is on the record of the room. */
export function recordRoomExport(
  events: Pick<Events, 'record'>,
  identity: Identity,
  { list, of }: { list: string; of: string },
): Promise<void> {
  if (identity.user) return recordExport(events, identity.user, { list, of })
  const [actor = null] = provedEmails(identity)
  const event = { subject: of, roomGuid: of, actor, detail: { list, of: null } }
  return events.record(null, { ...event, kind: 'ListExported' })
}
