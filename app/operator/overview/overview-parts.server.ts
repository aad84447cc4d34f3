import type { Check, CheckName, State } from '#server/health.ts'
import type { Converter, Overview } from '#server/operations/console/overview.ts'
import type { OperationRun } from '#server/operations/console/runs.ts'
import { counted, duration, fileSize, recentTime } from '#server/rules/text/format.ts'
import type { Tone } from '#app/ui/badge.tsx'

/** One thing that the server needs: its state in a word, and what there is to know about it. */
export type Part = { name: string; tone: Tone; state: string; words: string }

const states: Record<State, [Tone, string]> = {
  good: ['good', 'OK'],
  low: ['warn', 'Low'],
  late: ['warn', 'Late'],
  slow: ['warn', 'Slow'],
  failed: ['bad', 'Unavailable'],
  full: ['bad', 'Full'],
}

type Reader = { timeZone: string; now: number }

const lateMail = 300
const oldBackup = 2 * 86_400_000

/** What the first page says, the parts in the order in which they would stop other ones. */
export function partsOf(found: Overview, reader: Reader): Part[] {
  const { checks } = found
  return [
    checked('Database', checks, 'database', found.database === 'sqlite' ? 'SQLite' : 'PostgreSQL'),
    checked('Files', checks, 'storage', found.store === 'disk' ? 'In the data folder' : 'In an S3 store'),
    checked('Disk space', checks, 'disk', diskText(checks.disk)),
    jobs(found),
    emails(found),
    converting('Office documents', 'LibreOffice', found.office, found.confinement),
    converting('Video and audio', 'ffmpeg', found.media, found.confinement),
    keys(found),
    backup(found.lastBackup, reader),
    check(found.lastCheck, reader),
  ]
}

function checked(name: string, checks: Record<CheckName, Check>, check: CheckName, words: string): Part {
  const [tone, state] = states[checks[check].state]
  return { name, tone, state, words }
}

function diskText({ freeBytes, totalBytes, reserve }: Check): string {
  if (freeBytes === undefined || totalBytes === undefined) return 'Free space unknown'
  const free = `${fileSize(freeBytes)} free of ${fileSize(totalBytes)}`
  return reserve === 'given up' ? `${free}; the reserve is in use` : free
}

function jobText({ oldestSeconds = 0 }: Check, failed: number): string {
  const oldest =
    oldestSeconds < 1 ? 'Nothing is overdue' : `The oldest is ${duration(oldestSeconds * 1000)} overdue`
  return failed === 0 ? oldest : `${oldest}; ${counted(failed, 'job')} failed`
}

/** What failed waits for someone to look at it. */
function jobs({ checks, failedJobs }: Overview): Part {
  const part = checked('Jobs', checks, 'queue', jobText(checks.queue, failedJobs))
  return part.tone === 'good' && failedJobs > 0 ? { ...part, tone: 'warn', state: 'Failed' } : part
}

function emails({ mailServer, emails: { waiting, oldestSeconds, lostToday } }: Overview): Part {
  const by = mailServer === null ? 'Written to the outbox folder' : `Sent by ${mailServer}`
  const numbers = `${waiting === 0 ? 'none' : waiting.toLocaleString('en')} waiting, ${lostToday} undelivered in 24 hours`
  const isLate = waiting > 0 && oldestSeconds > lateMail
  const tone = isLate || lostToday > 0 ? 'warn' : 'good'
  return {
    name: 'Email',
    tone,
    state: isLate ? 'Late' : lostToday > 0 ? 'Undelivered' : 'OK',
    words: `${by}; ${numbers}`,
  }
}

function converting(
  name: string,
  program: string,
  { program: at, isConfined }: Converter,
  how: string,
): Part {
  if (at === null) return { name, tone: 'soft', state: 'Off', words: `${program} isn’t installed` }
  if (isConfined) return { name, tone: 'good', state: 'OK', words: `${program}, confined by ${how}` }
  if (isConfined === null)
    return { name, tone: 'warn', state: 'Unknown', words: `${program}; confinement couldn’t be tested` }
  return {
    name,
    tone: 'warn',
    state: 'Not confined',
    words: `${program} can read the server’s files on this machine`,
  }
}

function keys({ keys: [first = '', ...older], isKeyInFolder }: Overview): Part {
  const place = isKeyInFolder ? 'secret.key in the data folder' : 'SECRET_KEY'
  const others = older.length > 0 ? `; older keys still in use: ${older.join(', ')}` : ''
  return {
    name: 'Key',
    tone: older.length > 0 ? 'warn' : 'good',
    state: older.length > 0 ? 'Rotating' : 'OK',
    words: `${first}, from ${place}${others}`,
  }
}

function backup(last: OperationRun | null, { timeZone, now }: Reader): Part {
  const name = 'Backup'
  if (last === null) return { name, tone: 'warn', state: 'None', words: 'No backup yet: strongroom backup' }
  const when = recentTime(last.startedAt, timeZone, now).text
  if (last.hasFailed)
    return { name, tone: 'bad', state: 'Failed', words: `${when}: ${last.lines[0] ?? 'no reason given'}` }
  if (last.finishedAt === null) return { name, tone: 'soft', state: 'Not finished', words: `Started ${when}` }
  const isOld = now - last.startedAt > oldBackup
  return { name, tone: isOld ? 'warn' : 'good', state: isOld ? 'Old' : 'OK', words: `Last backup: ${when}` }
}

function check(last: OperationRun | null, { timeZone, now }: Reader): Part {
  const name = 'Integrity check'
  if (last === null) return { name, tone: 'soft', state: 'None', words: 'Not checked yet' }
  const when = recentTime(last.startedAt, timeZone, now).text
  if (last.finishedAt === null) return { name, tone: 'soft', state: 'Running', words: `Started ${when}` }
  if (last.hasFailed)
    return { name, tone: 'bad', state: 'Damage found', words: `${when}: ${last.lines[0] ?? ''}` }
  return { name, tone: 'good', state: 'OK', words: `Last check: ${when}` }
}
