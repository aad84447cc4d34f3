import { localDate } from '#server/rules/sharing/expiry.ts'

const dayMs = 86_400_000

/** A calendar day of a time zone: its date as `2026-11-22`, and what it is called. */
export type Day = { date: string; short: string; long: string }

const shortDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const longDay = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** The last `count` calendar days of a time zone, the oldest first; the last one is that of `now` (epoch ms). */
export function lastDays(count: number, timeZone: string, now: number): Day[] {
  const last = Date.parse(localDate(now, timeZone))
  return Array.from({ length: count }, (_, at) => dayAt(last - (count - 1 - at) * dayMs))
}

function dayAt(midnight: number): Day {
  const date = new Date(midnight)
  return {
    date: date.toISOString().slice(0, 10),
    short: shortDay.format(date),
    long: longDay.format(date),
  }
}
