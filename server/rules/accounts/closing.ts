import { dateTime } from '#server/rules/text/format.ts'

/** How long a closed account can still be reopened, in milliseconds. */
export const closedKept = 14 * 24 * 60 * 60 * 1000

/** When a closed account becomes due for erasure. */
export function erasedFrom(closedAt: number): number {
  return closedAt + closedKept
}

/** "5 Dec 2026, 10:00 (Europe/Berlin)". */
export function erasureTime(closedAt: number, timeZone: string): string {
  return `${dateTime(erasedFrom(closedAt), timeZone)} (${timeZone})`
}
