/** Numbers, sizes and times as people read them. */

/** "812 bytes", "1.5 MB": steps of 1024, one decimal. */
export function fileSize(bytes: number): string {
  return inSteps(bytes, ['KB', 'MB', 'GB', 'TB']).replace(/\.0(?= )/, '')
}

/** "812 bytes", "1.0 KiB", "1.5 MiB": as the upload helper shows sizes. */
export function helperSize(bytes: number): string {
  return inSteps(bytes, ['KiB', 'MiB', 'GiB'])
}

function inSteps(bytes: number, units: string[]): string {
  if (bytes < 1024) return counted(bytes, 'byte')
  let value = bytes / 1024
  let unit = 0
  // 1023.95 would be rounded up to 1024.0.
  for (; value >= 1023.95 && unit < units.length - 1; unit++) value /= 1024
  return `${value.toFixed(1)} ${units[unit]}`
}

const steps = ['bytes', 'kb', 'mb', 'gb', 'tb']

/** The bytes in a size like "500 MB" or "1.5 TB", in steps of 1024; null if it is not a size. */
export function readFileSize(text: string): number | null {
  const [, figure, unit = ''] = /^(\d+(?:\.\d+)?) *([a-z]+)$/i.exec(text.trim()) ?? []
  const step = steps.indexOf(unit.toLowerCase())
  const bytes = step < 0 ? 0 : Math.floor(Number(figure) * 1024 ** step)
  return bytes > 0 && Number.isSafeInteger(bytes) ? bytes : null
}

/** "1 page", "3 pages". */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** "45 seconds", "5 minutes", "2 hours 30 minutes", "60 hours", "3 days": never more than it is. */
export function duration(milliseconds: number): string {
  const time = Math.max(0, milliseconds)
  if (time < minute) return counted(Math.floor(time / second), 'second')
  if (time < hour) return counted(Math.floor(time / minute), 'minute')
  // Self-destruct is set in up to 60 hours, which must read so.
  if (time >= 3 * day) return counted(Math.floor(time / day), 'day')
  const hours = counted(Math.floor(time / hour), 'hour')
  const minutes = Math.floor((time % hour) / minute)
  return time < 3 * hour && minutes > 0 ? `${hours} ${counted(minutes, 'minute')}` : hours
}

/** The same in a list, where there is less room: "45 s", "5 min", "2 h 30 min", "60 h", "3 days". */
export function shortDuration(milliseconds: number): string {
  return duration(milliseconds)
    .replace(/ seconds?/, ' s')
    .replace(/ minutes?/, ' min')
    .replace(/ hours?/, ' h')
}

/** How long someone has to wait: like `duration`, but never less than it is. */
export function waitingTime(milliseconds: number): string {
  const step = milliseconds > 3 * hour ? hour : minute
  return duration(Math.max(1, Math.ceil(milliseconds / step)) * step)
}

/** "20 Nov 2026, 10:53" in a time zone; in UTC when the zone is unknown. */
export function dateTime(at: number, timeZone: string): string {
  return written(at, timeZone, 'moment')
}

/** "2026-11-20 10:53 UTC". */
export function utcMinute(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** "20 Nov 2026, 10:53 (Europe/Berlin)": for emails, whose readers may be anywhere. */
export function zonedTime(at: number, timeZone: string): string {
  return inZone(dateTime(at, timeZone), timeZone)
}

function inZone(moment: string, timeZone: string): string {
  return `${moment} (${timeZone.replaceAll('_', ' ')})`
}

export type ShownTime = { text: string; title: string; iso: string }

/** A time as a page shows it: in the reader's zone, with UTC in the title and for `<time datetime>`. */
export function shownTime(at: number, timeZone: string): ShownTime {
  return { text: dateTime(at, timeZone), title: utcMinute(at), iso: new Date(at).toISOString() }
}

/** The same for lists: as long ago as matters, with the exact time and its zone in the title. */
export function recentTime(at: number, timeZone: string, now: number): ShownTime {
  const moment = dateTime(at, timeZone)
  return {
    text: howLongAgo({ at, moment }, timeZone, now),
    title: inZone(moment, timeZone),
    iso: new Date(at).toISOString(),
  }
}

/** Such a time after other words: "sent yesterday". */
export function midSentence(time: ShownTime): ShownTime {
  return /^(Just now|Yesterday)$/.test(time.text) ? { ...time, text: time.text.toLowerCase() } : time
}

/**
 * "Just now", "5 min ago", "2 h ago", "14:05", "Yesterday", "Fri 20 Nov", "13 Nov", "13 Nov 2025". The days are those
 * of the reader's zone; what is yet to come has its date and time. Long lists are full of these, and formatting is slow,
 * so as much as possible is cut from the moment in words.
 */
function howLongAgo({ at, moment }: { at: number; moment: string }, timeZone: string, now: number): string {
  const ago = now - at
  if (ago < -minute) return moment
  if (ago < minute) return 'Just now'
  if (ago < hour) return `${Math.floor(ago / minute)} min ago`
  if (ago < 6 * hour) return `${Math.floor(ago / hour)} h ago`
  const today = todayIn(timeZone, now)
  const [date = '', time = ''] = moment.split(', ')
  // A week with a change of the clock is up to an hour longer.
  const days = ago > 7 * day + hour ? 7 : today.number - dayNumber(at, timeZone)
  if (days === 0) return time
  if (days === 1) return 'Yesterday'
  if (days < 7) return written(at, timeZone, 'weekday').replace(',', '')
  return date.endsWith(today.year) ? date.slice(0, -today.year.length) : date
}

type Today = { timeZone: string; now: number; number: number; year: string }
let lastToday: Today | null = null

/** All times of a page are compared with the same moment. */
function todayIn(timeZone: string, now: number): Today {
  if (lastToday?.now === now && lastToday.timeZone === timeZone) return lastToday
  const year = ` ${written(now, timeZone, 'figures').slice(-4)}`
  lastToday = { timeZone, now, number: dayNumber(now, timeZone), year }
  return lastToday
}

/** "Good morning", "Good afternoon", "Good evening", by the clock of a zone. */
export function greetingAt(at: number, timeZone: string): string {
  const hours = Number(written(at, timeZone, 'time').slice(0, 2))
  if (hours >= 5 && hours < 12) return 'Good morning'
  return hours >= 12 && hours < 18 ? 'Good afternoon' : 'Good evening'
}

/** "Friday 20 November". */
export function dayText(at: number, timeZone: string): string {
  return written(at, timeZone, 'today').replace(',', '')
}

/** Days since 1970 on the calendar of a zone. */
function dayNumber(at: number, timeZone: string): number {
  const [date = 0, month = 1, year = 0] = written(at, timeZone, 'figures').split('/').map(Number)
  return Date.UTC(year, month - 1, date) / day
}

const styles = {
  moment: { dateStyle: 'medium', timeStyle: 'short' },
  time: { timeStyle: 'short' },
  today: { weekday: 'long', day: 'numeric', month: 'long' },
  weekday: { weekday: 'short', day: 'numeric', month: 'short' },
  figures: { day: '2-digit', month: '2-digit', year: 'numeric' },
} as const

type Style = keyof typeof styles
type Writer = { format: Intl.DateTimeFormat; minute: number; text: string }
const writers = new Map<string, Writer>()

/** No style tells more than the minute, and what arrived together has the same one, row after row of a list. */
function written(at: number, timeZone: string, style: Style): string {
  const writer = writerOf(timeZone, style)
  const itsMinute = Math.floor(at / minute)
  if (writer.minute !== itsMinute) {
    writer.text = writer.format.format(at)
    writer.minute = itsMinute
  }
  return writer.text
}

function writerOf(timeZone: string, style: Style): Writer {
  const key = `${style} ${timeZone}`
  const known = writers.get(key)
  if (known) return known
  try {
    const format = new Intl.DateTimeFormat('en-GB', { ...styles[style], timeZone })
    const made = { format, minute: NaN, text: '' }
    writers.set(key, made)
    return made
  } catch {
    return writerOf('UTC', style)
  }
}

/** "7", "99", "99+": a badge has room for two digits. */
export function countBadge(count: number): string {
  return count > 99 ? '99+' : String(count)
}

/** "+4" after the first three, or nothing. */
export function moreThan(count: number, shown = 3): string {
  return count > shown ? `+${count - shown}` : ''
}
