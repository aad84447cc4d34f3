import { day } from './expiry.ts'

/** How long deleted things can be restored. */
export const trashDays = 30
export const trashKept = trashDays * day

/** Put into the bin so long ago that its time is over: no one gets it back, whatever happens meanwhile. */
export const longAgo = 0

/** The time of what was put into a bin then, or before, is over. */
export function isOverSince(now: number): number {
  return now - trashKept
}

/** Days until it is erased for good, from 1. */
export function trashDaysLeft(binnedAt: number, now: number): number {
  return Math.max(1, Math.ceil((binnedAt + trashKept - now) / day))
}
