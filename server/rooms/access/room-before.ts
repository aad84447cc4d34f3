import type { Kysely } from 'kysely'
import { allProvedEmails } from '#server/accounts/addresses/proved-emails.ts'
import type { Identity } from '#server/accounts/identity.ts'
import type { Schema } from '#server/db/schema.ts'
import { rulesOf } from '#server/rooms/rights/rules-of.ts'
import { grantsOf } from '#server/rules/rooms/room-rights.ts'
import { foundFor, nearestRow, roleOf, type RoomAccess } from './room-access.ts'
import { roomRows } from './room-rows.ts'

/**
 * The room of a suspended member with the permissions from before. They allow nothing, and say only what the member
 * knows of it. Null if this person is no member.
 */
export async function roomBefore(
  kysely: Kysely<Schema>,
  identity: Identity,
  roomGuid: string,
  now: number,
): Promise<RoomAccess | null> {
  const emails = await allProvedEmails(kysely, identity)
  const row = nearestRow(await roomRows(kysely, identity, [roomGuid], emails, now), emails)
  const role = row ? roleOf(row) : null
  if (!row?.member_guid || role === null) return null
  const rules = await rulesOf(kysely, row.member_guid, row.group_guid)
  return { ...foundFor(row, identity, emails, rules), grants: grantsOf(role, rules) }
}
