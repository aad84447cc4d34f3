import { day } from './expiry.ts'

/** How long what was deleted can be put back. */
export const binKept = 30 * day

/** Days until it is erased for good, from 1. */
export function binDaysLeft(binnedAt: number, now: number): number {
  return Math.max(1, Math.ceil((binnedAt + binKept - now) / day))
}
