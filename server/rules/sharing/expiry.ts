import { duration } from '#server/rules/text/format.ts'

export const day = 86_400_000

/** What senders see where self-destruct cannot tell one reader from another. */
export const oneTimerWarning =
  'With “anyone with the link” or “anyone with the passkey”, everyone shares one timer: it starts when the first person opens the file, and when it ends the file closes for everyone.'

/** What decides whether a share is still open. Times are epoch milliseconds. */
export type ExpiryFacts = {
  status: 'Active' | 'Killed'
  destructSeconds: number
  expiresAt: number | null
  /** The first opening that counts: the reader's own, or the link's if no one is named. */
  firstViewedAt: number | null
  /** An end for this one person, before the share's own. */
  ownEndsAt?: number | null
  /** More time for this one person: it counts instead of dates before it, not of a timer. */
  extendedUntil?: number | null
}

export type ExpiryState =
  | { state: 'Unshared' | 'Expired' | 'Destructed' }
  | { state: 'open'; endsAt: number | null; waits: 'no end' | 'date' | 'first opening' | 'destruct' }

/** The same ends without an extension: it has taken the place of dates before it. */
export function extended<Facts extends ExpiryFacts>(facts: Facts): Facts {
  const until = facts.extendedUntil ?? null
  if (until === null) return facts
  const later = (date: number | null) => (date === null ? null : Math.max(date, until))
  return {
    ...facts,
    expiresAt: later(facts.expiresAt),
    ownEndsAt: later(facts.ownEndsAt ?? null),
    extendedUntil: null,
  }
}

/** The first that applies: Unshared, Expired, Destructed, time left. */
export function expiryState(given: ExpiryFacts, now: number): ExpiryState {
  const facts = extended(given)
  if (facts.status === 'Killed') return { state: 'Unshared' }
  const own = facts.ownEndsAt ?? null
  if (own === null) return sharedState(facts, now)
  if (own <= now) return { state: 'Expired' }
  const shared = sharedState(facts, now)
  if (shared.state !== 'open' || (shared.endsAt ?? Infinity) < own) return shared
  // Readers first have to know about a timer that has not started yet.
  return shared.waits === 'first opening' ? shared : { state: 'open', endsAt: own, waits: 'date' }
}

function sharedState(facts: ExpiryFacts, now: number): ExpiryState {
  if (facts.destructSeconds === 0 && facts.expiresAt !== null) {
    return facts.expiresAt <= now
      ? { state: 'Expired' }
      : { state: 'open', endsAt: facts.expiresAt, waits: 'date' }
  }
  if (facts.destructSeconds > 0) {
    if (facts.firstViewedAt === null) return { state: 'open', endsAt: null, waits: 'first opening' }
    const endsAt = facts.firstViewedAt + facts.destructSeconds * 1000
    return endsAt <= now ? { state: 'Destructed' } : { state: 'open', endsAt, waits: 'destruct' }
  }
  return { state: 'open', endsAt: null, waits: 'no end' }
}

/** The state in words: "Unshared", "Expired", "Destructed", "3 days left", "No end date". */
export function expiryText(facts: ExpiryFacts, now: number): string {
  const found = expiryState(facts, now)
  if (found.state !== 'open') return found.state
  if (found.endsAt !== null) return `${duration(found.endsAt - now)} left`
  if (found.waits === 'first opening') return `${duration(facts.destructSeconds * 1000)} after opening`
  return 'No end date'
}

/** Making one takes fifteen times as long as using it, and a list uses one for each of its lines. */
const clocks = new Map<string, Intl.DateTimeFormat>()
/** There are about 600 zones, and a few more names for them. */
const maxClocks = 1000

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  if (clocks.size < maxClocks) clocks.set(timeZone, clock)
  return clock
}

/** The zone's distance from UTC at an instant, in milliseconds. */
function offsetOf(timeZone: string, instant: number): number {
  const parts = clockOf(timeZone).formatToParts(instant)
  const value = Object.fromEntries(parts.map((part) => [part.type, Number(part.value)]))
  const { year = 0, month = 1, hour = 0, minute = 0, second = 0 } = value
  return Date.UTC(year, month - 1, value['day'], hour, minute, second) - Math.floor(instant / 1000) * 1000
}

/** The time of day in a zone at an instant: 17:30. */
export function localTime(instant: number, timeZone: string): string {
  return new Date(instant + offsetOf(timeZone, instant)).toISOString().slice(11, 16)
}

/** The calendar day in a zone at an instant: 2026-11-21. */
export function localDate(instant: number, timeZone: string): string {
  return new Date(instant + offsetOf(timeZone, instant)).toISOString().slice(0, 10)
}

/** The instant at which a clock in the zone shows this date and time. */
function instantOf(
  year: number,
  month: number,
  dayOfMonth: number,
  minutes: number,
  timeZone: string,
): number {
  const asUtc = Date.UTC(year, month - 1, dayOfMonth, 0, minutes)
  const guess = asUtc - offsetOf(timeZone, asUtc)
  return asUtc - offsetOf(timeZone, guess)
}

function dateParts(text: string): [year: number, month: number, dayOfMonth: number] | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text)
  const parts = iso ? [iso[1], iso[2], iso[3]] : american ? [american[3], american[1], american[2]] : null
  if (!parts) return null
  const [year = 0, month = 0, dayOfMonth = 0] = parts.map(Number)
  const real = new Date(Date.UTC(year, month - 1, dayOfMonth))
  return real.getUTCMonth() === month - 1 && real.getUTCDate() === dayOfMonth
    ? [year, month, dayOfMonth]
    : null
}

function minutesOf(text: string): number | null {
  const found = /^(\d{1,2}):(\d{2})(?::\d{2})?\s*([ap]m)?$/i.exec(text)
  if (!found) return null
  const [hour, minute, half] = [Number(found[1]), Number(found[2]), found[3]?.toLowerCase()]
  if (minute > 59 || (half ? hour < 1 || hour > 12 : hour > 23)) return null
  return (half ? (hour % 12) + (half === 'pm' ? 12 : 0) : hour) * 60 + minute
}

export type DateGiven = { date: string; time: string; timeZone: string }
export type DateRead = { expiresAt: number } | Refused

type Refused = { refused: string; field: 'date' | 'time' }

/** The day and the moment that were entered, the days as midnight UTC; `minutes` of that day if no time was entered. */
function readDay(
  { date, time, timeZone }: DateGiven,
  minutes: number,
  now: number,
): { wanted: number; today: number; at: number } | Refused {
  const parts = dateParts(date.trim())
  if (!parts) return { refused: 'Enter a valid date, like 2027-03-01 or 3/1/2027.', field: 'date' }
  const given = time.trim() === '' ? minutes : minutesOf(time.trim())
  if (given === null)
    return { refused: 'Enter a time like 17:30 or 5:30 pm, or leave it empty.', field: 'time' }
  const [year, month, dayOfMonth] = parts
  const wanted = Date.UTC(year, month - 1, dayOfMonth)
  const today = Math.floor((now + offsetOf(timeZone, now)) / day) * day
  const last = new Date(today)
  last.setUTCFullYear(last.getUTCFullYear() + 3)
  if (wanted > last.getTime()) return { refused: 'The latest date is 3 years from today.', field: 'date' }
  return { wanted, today, at: instantOf(year, month, dayOfMonth, given, timeZone) }
}

/**
 * Parses an end date: ISO (2027-03-01) or m/d/yyyy, with a time as 17:30 or 5:30 pm; no time means the end of that day.
 * Earliest tomorrow, latest 3 years ahead, both in the sender's zone.
 */
export function readExpiryDate(given: DateGiven, now: number): DateRead {
  const read = readDay(given, 24 * 60, now)
  if ('refused' in read) return read
  if (read.wanted <= read.today) return { refused: 'The earliest date is tomorrow.', field: 'date' }
  return { expiresAt: read.at }
}

/**
 * Parses a start or end that may be near: from today to 3 years ahead. No time means the beginning or the end of that
 * day. What has passed is refused, except a start on this day, which means now.
 */
export function readMoment(
  given: DateGiven,
  edge: 'beginning' | 'end',
  now: number,
): { at: number } | Refused {
  const read = readDay(given, edge === 'beginning' ? 0 : 24 * 60, now)
  if ('refused' in read) return read
  const { wanted, today, at } = read
  if (wanted < today) return { refused: 'This date has passed. Enter today or a later date.', field: 'date' }
  if (edge === 'end' && at <= now)
    return { refused: 'This time has passed. Enter a later time.', field: 'time' }
  return { at: edge === 'beginning' && wanted === today ? Math.max(at, now) : at }
}

/** When a day (2026-11-20) begins in a time zone, in epoch milliseconds; null for what is no day. */
export function dayBegins(date: string, timeZone: string): number | null {
  const [year, month, dayOfMonth] = /^\d{4}-\d{2}-\d{2}$/.test(date) ? date.split('-').map(Number) : []
  if (year === undefined || month === undefined || dayOfMonth === undefined) return null
  if (new Date(Date.UTC(year, month - 1, dayOfMonth)).getUTCDate() !== dayOfMonth) return null
  return instantOf(year, month, dayOfMonth, 0, timeZone)
}

/** When a day (2026-11-20) ends in a time zone, in epoch milliseconds, however many hours it has; null for what is no day. */
export function dayEnds(date: string, timeZone: string): number | null {
  if (dayBegins(date, timeZone) === null) return null
  return dayBegins(new Date(Date.parse(date) + day).toISOString().slice(0, 10), timeZone)
}

/** Seconds of a self-destruct choice: 1 to 60 minutes or hours; null when out of range. */
export function destructSeconds(amount: number, unit: 'minutes' | 'hours'): number | null {
  if (!Number.isInteger(amount) || amount < 1 || amount > 60) return null
  return amount * (unit === 'minutes' ? 60 : 3600)
}
