import type { Transaction } from '#server/db/open.ts'
import { mostPrints } from '#server/rules/options.ts'
import { Problem } from '#server/rules/problems.ts'
import type { Found } from './facts.ts'

/**
 * Takes one copy of a reader's allowance, or of the one that the visitors of a link have together (B8). One conditional
 * update: of two who want the last copy one gets it. Throws printsUsedUp.
 */
export async function spendPrint(tx: Transaction, { shareGuid, recipientGuid }: Found): Promise<void> {
  const { print_count: count } = await tx
    .selectFrom('share')
    .select('print_count')
    .where('guid', '=', shareGuid)
    .executeTakeFirstOrThrow()
  const allowed = count < 0 ? mostPrints : count
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
  if (!spent) throw new Problem('printsUsedUp')
}
