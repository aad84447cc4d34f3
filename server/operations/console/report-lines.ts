import type { AuditReport } from '#server/events/events.ts'
import { fileSize } from '#server/rules/text/format.ts'
import { damageLine } from '#server/operations/damage.ts'
import type { VerifyReport } from '#server/operations/verify.ts'
import type { OperationEnd } from './runs.ts'

/** What a check of the installation found, for people. */
export function verifyEnd(report: VerifyReport, isQuick: boolean): OperationEnd {
  return { lines: verifyLines(report, isQuick), hasFailed: report.damage.length > 0 }
}

/** What was read of the audit trail, for people. */
export function auditLines(report: Omit<AuditReport, 'damage'>): string[] {
  const { chains, events, heads, signedUntil, keptSince, copies } = report
  const since =
    keptSince === null
      ? ''
      : ` Events from before ${new Date(keptSince).toISOString()} were erased because of their age.`
  const read = `${events} events in ${chains} audit logs of shares, rooms, accounts and teams were read.${since}`
  if (signedUntil === null) return [read, 'No signed heads yet: the server signs the first when it starts.']
  const until = new Date(signedUntil).toISOString()
  const compared = copies.map((copy) => `${copy.heads} in ${copy.name}`).join(', ')
  return [
    read,
    `Signed heads: ${heads}, the last at ${until}. ${compared ? `Compared with copies: ${compared}.` : 'There was no copy outside of the database to compare with.'}`,
  ]
}

function verifyLines({ objects, damage, ...audit }: VerifyReport, isQuick: boolean): string[] {
  const { checked, bytes, withoutHash, locked, lockedWithoutHash, strays } = objects
  const lines = damage.map(damageLine)
  const sized = `${checked} objects (${fileSize(bytes)})`
  lines.push(isQuick ? `${sized} checked for presence and length; none was read.` : `${sized} were read.`)
  if (withoutHash > 0 && !isQuick)
    lines.push(`${withoutHash} of them have no SHA-256 yet: their seals and their CRC-32 were checked.`)
  if (locked > 0 && !isQuick) lines.push(lockedLine(locked, lockedWithoutHash))
  if (strays > 0)
    lines.push(`${strays} stored objects belong to nothing: running uploads, or leftovers that gc removes.`)
  lines.push(...auditLines(audit))
  lines.push(damage.length === 0 ? 'Everything is intact.' : `Damaged: ${damage.length}.`)
  return lines
}

function lockedLine(locked: number, withoutHash: number): string {
  const compared = `${locked} of them are locked with passkeys and can’t be opened here: their sealed bytes were compared with the SHA-256 taken after they were locked`
  return withoutHash > 0 ? `${compared}, which ${withoutHash} do not have yet.` : `${compared}.`
}
