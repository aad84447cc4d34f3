import type { Transaction } from '#server/db/open.ts'

/**
 * Erases what is kept about addresses without an account: their places in teams, emails to them that were lost, links
 * that give them a plan; and whose decision something was, where that was one of them. Nothing of it refers to the
 * account. Emails that an address does not want stay unwanted.
 */
export async function eraseTraces(tx: Transaction, addresses: readonly string[]): Promise<number> {
  const emails = [...new Set(addresses.map((address) => address.toLowerCase()))]
  if (emails.length === 0) return 0
  let count = 0
  for (const table of ['team_place', 'lost_email', 'plan_link'] as const) {
    const { numDeletedRows } = await tx
      .deleteFrom(table)
      .where((row) => row.fn<string>('lower', [row.ref('email')]), 'in', emails)
      .executeTakeFirst()
    count += Number(numDeletedRows)
  }
  await tx.updateTable('team_place').set({ by_email: '' }).where('by_email', 'in', emails).execute()
  await tx.updateTable('operation').set({ asked_by: null }).where('asked_by', 'in', emails).execute()
  await tx.updateTable('plan_request').set({ decided_by: null }).where('decided_by', 'in', emails).execute()
  return count
}
