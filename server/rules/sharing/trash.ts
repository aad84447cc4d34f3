import { day } from './expiry.ts'

/** How long deleted things can be restored. */
export const trashDays = 30
export const trashKept = trashDays * day

/** Moved to the trash so long ago that its time is over: no one can restore it, whatever happens since. */
export const longAgo = 0

/** The time is over for what was moved to the trash then, or before. */
export function isOverSince(now: number): number {
  return now - trashKept
}

/** Days until it is permanently erased, from 1. */
export function trashDaysLeft(binnedAt: number, now: number): number {
  return Math.max(1, Math.ceil((binnedAt + trashKept - now) / day))
}
