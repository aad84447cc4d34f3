import { sql, type SqlBool } from 'kysely'
import type { Transaction } from '#server/db/open.ts'
import { maxPrints } from '#server/rules/sharing/options.ts'
import { Problem } from '#server/rules/problems.ts'
import type { ShareAccess } from '#server/viewing/access/facts.ts'

/**
 * Uses one copy of a reader's allowance, of the one that the visitors of a link share, or of a member's for one
 * document. One conditional statement, so that only one of two requests for the last copy gets it. Throws printsUsedUp.
 */
export async function spendPrint(
  tx: Transaction,
  { shareGuid, recipientGuid, room }: ShareAccess,
): Promise<void> {
  const isSpent = room
    ? await spendInRoom(tx, shareGuid, room.memberGuid)
    : await spendOfShare(tx, shareGuid, recipientGuid)
  if (!isSpent) throw new Problem('printsUsedUp')
}

async function spendOfShare(
  tx: Transaction,
  shareGuid: string,
  recipientGuid: string | null,
): Promise<boolean> {
  const { print_count: count } = await tx
    .selectFrom('share')
    .select('print_count')
    .where('guid', '=', shareGuid)
    .executeTakeFirstOrThrow()
  const allowed = count < 0 ? maxPrints : count
  const spent = recipientGuid
    ? await tx
        .updateTable('recipient')
        .set((row) => ({ prints_spent: row('prints_spent', '+', 1) }))
        .where('guid', '=', recipientGuid)
        .where('prints_spent', '<', allowed)
        .returning('guid')
        .executeTakeFirst()
    : await tx
        .updateTable('share')
        .set((row) => ({ prints_spent: row('prints_spent', '+', 1) }))
        .where('guid', '=', shareGuid)
        .where('prints_spent', '<', allowed)
        .returning('guid')
        .executeTakeFirst()
  return spent !== undefined
}

/** The member's own allowance, or that of the group, or unlimited. */
const allowedToMember = sql<number>`coalesce(
  case when member.allowed_print >= 0 then member.allowed_print end,
  (select room_group.allowed_print from room_group
    where room_group.guid = member.group_guid and room_group.allowed_print >= 0),
  ${sql.lit(maxPrints)})`

async function spendInRoom(tx: Transaction, itemGuid: string, memberGuid: string | null): Promise<boolean> {
  if (memberGuid === null) return false
  const spent = await tx
    .insertInto('member_print')
    .columns(['member_guid', 'item_guid', 'prints_spent'])
    .expression((row) =>
      row
        .selectFrom('member')
        .select([
          'member.guid',
          sql<string>`cast(${itemGuid} as text)`.as('item_guid'),
          sql<number>`1`.as('prints_spent'),
        ])
        .where('member.guid', '=', memberGuid)
        .where(sql<SqlBool>`${allowedToMember} > 0`),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['member_guid', 'item_guid'])
        .doUpdateSet((row) => ({ prints_spent: row('member_print.prints_spent', '+', 1) }))
        .where(
          'member_print.prints_spent',
          '<',
          sql<number>`(select ${allowedToMember} from member where member.guid = ${memberGuid})`,
        ),
    )
    .returning('member_guid')
    .executeTakeFirst()
  return spent !== undefined
}
