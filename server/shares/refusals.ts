import type { AccessRequestTable } from '#server/db/tables/request-tables.ts'
import { askAgainAfter, maxRefusals } from '#server/rules/sharing/requests.ts'

type RequestState = Pick<AccessRequestTable, 'status' | 'decided_at' | 'note'>

/** A rejection by the owner. `againAt` in epoch milliseconds, null if they can no longer ask. */
export type Refusal = { note: string; againAt: number | null; mayAsk: boolean }

/**
 * What the latest of someone's requests about one share and person says, newest first; null if it was not a rejection.
 */
export function refusalIn(requests: readonly RequestState[], now: number): Refusal | null {
  const [latest] = requests
  if (latest?.status !== 'Rejected') return null
  const refusals = requests.filter(({ status }) => status === 'Rejected').length
  const againAt = refusals < maxRefusals ? (latest.decided_at ?? now) + askAgainAfter : null
  return { note: latest.note, againAt, mayAsk: againAt !== null && againAt <= now }
}
