import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import type { LimitedPart } from '#server/plans/limited-part.ts'
import type { Plan } from '#server/rules/product/plans.ts'

const people = sql<number>`(select count(*) from recipient
  where recipient.share_guid = share.guid and recipient.revoked_at is null)`
const size = sql<number>`(select file.size from file where file.guid = share.file_guid)`

function isOver({ maxRecipients, maxUploadBytes }: Plan): RawBuilder<SqlBool> {
  return sql`(${people} > ${maxRecipients} or ${size} > ${maxUploadBytes})`
}

/** Shares with more people, or a larger file, than the plan of their owner has. */
export const sharesOverPlan: LimitedPart = {
  async over(kysely: Kysely<Schema>, ownerGuid, plan, limit) {
    const found = kysely
      .selectFrom('share')
      .where('share.owner_guid', '=', ownerGuid)
      .where('share.status', '=', 'Active')
      .where('share.binned_at', 'is', null)
      .where(isOver(plan))
    const { total } = await found
      .select((row) => row.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    if (limit === 0) return { items: [], total: Number(total) }
    const rows = await found
      .select(['share.guid', 'share.name', people.as('people'), size.as('size')])
      .orderBy('share.created_at')
      .orderBy('share.guid')
      .limit(limit)
      .execute()
    const items = rows.map(({ guid, name, ...row }) => {
      const isLarge = Number(row.size) > plan.maxUploadBytes
      const figure = Number(isLarge ? row.size : row.people)
      return { kind: 'share', guid, name, why: isLarge ? 'size' : 'people', figure } as const
    })
    return { items, total: Number(total) }
  },

  async apply(tx, ownerGuid, plan, now) {
    const own = tx.updateTable('share').where('owner_guid', '=', ownerGuid)
    await own.set({ over_plan_at: now }).where('over_plan_at', 'is', null).where(isOver(plan)).execute()
    await own
      .set({ over_plan_at: null })
      .where('over_plan_at', 'is not', null)
      .where(sql<SqlBool>`not ${isOver(plan)}`)
      .execute()
  },
}
