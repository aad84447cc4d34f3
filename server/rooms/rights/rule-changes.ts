import { newGuid, type Transaction } from '#server/db/open.ts'
import { Problem } from '#server/rules/problems.ts'
import type { RuleCode } from '#server/rules/rooms/room-rights.ts'
import { roles } from '#server/rules/rooms/room-roles.ts'
import type { RightHolder, RulesByHolder } from './right-holders.ts'

/** The wanted rule for a holder on an item; null removes the rule. `was` is the rule the caller saw. */
export type RuleChange = { holderGuid: string; itemGuid: string; was: RuleCode | null; code: RuleCode | null }

/** How many rules can change at once. */
export const maxRuleChanges = 200

/**
 * Throws what prevents a change: ruleOnRoot, since a member who should see nothing is removed instead;
 * onlyOfContributors; and listChanged if the rule is no longer as it was seen.
 */
export function checkRuleChange(
  { itemGuid, was, code }: RuleChange,
  roomGuid: string,
  holder: RightHolder,
  rules: RulesByHolder,
): void {
  const now = rules.get(holder.guid)?.get(itemGuid) ?? null
  if (now !== was && now !== code) throw new Problem('listChanged')
  if (itemGuid === roomGuid && code !== null && code !== 0) throw new Problem('ruleOnRoot')
  if (code === 4 && holder.role !== roles.contributor) throw new Problem('onlyOfContributors')
}

/** Writes the wanted rule for a holder on an item. */
export async function writeRule(
  tx: Transaction,
  holder: Pick<RightHolder, 'guid' | 'kind'>,
  itemGuid: string,
  code: RuleCode | null,
): Promise<void> {
  const column = holder.kind === 'member' ? 'member_guid' : 'group_guid'
  await tx.deleteFrom('room_rule').where(column, '=', holder.guid).where('item_guid', '=', itemGuid).execute()
  if (code === null) return
  await tx
    .insertInto('room_rule')
    .values({
      guid: newGuid(),
      item_guid: itemGuid,
      member_guid: holder.kind === 'member' ? holder.guid : null,
      group_guid: holder.kind === 'group' ? holder.guid : null,
      right_code: code,
    })
    .execute()
}
