import type { Transaction } from '#server/db/open.ts'
import type { Plans } from '#server/rules/product/plans.ts'
import { Problem } from '#server/rules/problems.ts'

/**
 * Checks, before someone owns one more room, whether the plan allows it, and locks the account until the commit, so
 * that two at once cannot exceed it. Rooms in the trash do not count. Throws roomQuota.
 */
export async function requireRoomQuota(tx: Transaction, plans: Plans, ownerGuid: string): Promise<void> {
  // The row is locked first and the rooms are counted after it, by a separate statement: on PostgreSQL a single
  // statement would not see what another transaction wrote while this one waited.
  const owner = await tx
    .updateTable('user')
    .set((user) => ({ storage_bytes: user.ref('storage_bytes') }))
    .where('guid', '=', ownerGuid)
    .returning('tier_code')
    .executeTakeFirst()
  if (!owner) throw new Problem('notFound')
  const max = plans.of(owner.tier_code).maxRooms
  if (max === null) return
  const rooms = await tx
    .selectFrom('room')
    .select('guid')
    .where('owner_guid', '=', ownerGuid)
    .where('binned_at', 'is', null)
    .limit(max)
    .execute()
  if (rooms.length >= max) throw new Problem('roomQuota')
}
