import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { LimitedPart } from '#server/plans/limited-part.ts'
import type { Plan } from '#server/rules/product/plans.ts'

const people = sql<number>`(select count(*) from member
  where member.room_guid = room.guid and member.removed_at is null and member.role <> 0)`

/** How many older rooms their owner has; those in the trash take no place. */
const older = sql<number>`(select count(*) from room as elder
  where elder.owner_guid = room.owner_guid and elder.binned_at is null
    and (elder.created_at < room.created_at or (elder.created_at = room.created_at and elder.guid < room.guid)))`

/** The oldest rooms stay open, as many as the plan has. */
function isOver({ maxRooms, maxMembers }: Plan): RawBuilder<SqlBool> {
  if (maxRooms === null) return sql`${people} > ${maxMembers}`
  return sql`(${older} >= ${maxRooms} or ${people} > ${maxMembers})`
}

/** Rooms with more members than the plan of their owner has, and those that are more than it has. */
export const roomsOverPlan: LimitedPart = {
  async over(kysely, ownerGuid, plan, limit) {
    const found = kysely
      .selectFrom('room')
      .where('room.owner_guid', '=', ownerGuid)
      .where('room.binned_at', 'is', null)
      .where(isOver(plan))
    const { total } = await found
      .select((row) => row.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    if (limit === 0) return { items: [], total: Number(total) }
    const rows = await found
      .select(['room.guid', 'room.name', people.as('people'), older.as('older')])
      .orderBy('room.created_at')
      .orderBy('room.guid')
      .limit(limit)
      .execute()
    const items = rows.map(({ guid, name, ...row }) => {
      const isFull = Number(row.people) > plan.maxMembers
      const figure = Number(isFull ? row.people : row.older) + (isFull ? 0 : 1)
      return { kind: 'room', guid, name, why: isFull ? 'people' : 'number', figure } as const
    })
    return { items, total: Number(total) }
  },

  async apply(tx, ownerGuid, plan, now) {
    const own = tx.updateTable('room').where('owner_guid', '=', ownerGuid).where('binned_at', 'is', null)
    await own.set({ over_plan_at: now }).where('over_plan_at', 'is', null).where(isOver(plan)).execute()
    await own
      .set({ over_plan_at: null })
      .where('over_plan_at', 'is not', null)
      .where(sql<SqlBool>`not (${isOver(plan)})`)
      .execute()
  },
}
