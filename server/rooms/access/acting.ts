import { provedEmails, type Identity } from '#server/accounts/identity.ts'
import type { RoomAccess } from './room-access.ts'

/** With which address someone acts in a room: the owner with the account's. */
export function actorEmail(identity: Identity, room: RoomAccess): string {
  return room.policyFacts.relationship === 'owner'
    ? room.owner.email
    : (room.member?.email ?? provedEmails(identity)[0] ?? '')
}
